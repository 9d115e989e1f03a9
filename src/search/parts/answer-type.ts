/** RECALL "answer type": what kind of answer a question asks for, and whether a text holds one. */

type AnswerType = 'time' | 'number' | 'place' | 'name'

/** The first that holds. */
const ASKED: readonly { readonly type: AnswerType; readonly by: RegExp }[] = [
  { type: 'time', by: /\b(?:when|what (?:time|date|day|month|year)|how (?:long|often|old))\b/i },
  { type: 'number', by: /\bhow (?:many|much)\b|\bwhat (?:number|percentage|share)\b/i },
  { type: 'place', by: /\bwhere\b|\b(?:which|what) (?:city|country|town|place|state|folder)\b/i },
  { type: 'name', by: /\b(?:who|whose|whom)\b/i },
]

const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|hundred|thousand|twice|once|couple|several'

const HELD: { readonly [Type in AnswerType]: RegExp } = {
  time: new RegExp(
    '\\b(?:yesterday|today|tomorrow|tonight|now|ago|later|soon|recently|since|until|weekend|' +
      'mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\\b|' +
      '\\b(?:last|next|this|past|every|each|few|in|for) (?:\\w+ )?(?:night|morning|evening|' +
      'second|minute|hour|day|week|month|year|summer|winter|spring|fall|autumn|weekend)s?\\b|' +
      '\\b(?:january|february|march|april|june|july|august|september|october|november|december)\\b|' +
      '\\b(?:19|20)\\d{2}\\b|\\b\\d{1,2}(?::\\d{2}|\\s?[ap]m|st|nd|rd|th)\\b|\\byears?\\b',
    'i',
  ),
  number: new RegExp(`\\d|\\b(?:${NUMBER_WORDS})\\b`, 'i'),
  // Capitals are looked at from the second word on: every sentence begins with one.
  place:
    /(?:\b(?:in|at|from|to|near|visited|visiting|under|behind) (?:the )?\p{Lu}\p{L}+|[\w-]\/[\w-])/u,
  name: /(?<=[\p{Ll},;:] )\p{Lu}\p{Ll}+|\bmy (?:wife|husband|mom|mother|dad|father|sister|brother|friend|boss|colleague|son|daughter|partner|team)\b|@\w+/u,
}

export function answerTypeOf(query: string): AnswerType | null {
  return ASKED.find(({ by }) => by.test(query))?.type ?? null
}

/** 1 where the text, without the name of who said it, holds such an answer. */
export function answerPart(type: AnswerType | null, text: string): number {
  return type !== null && HELD[type].test(text) ? 1 : 0
}
