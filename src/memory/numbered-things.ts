/**
 * M-10. "Chapter 3 describes …" and "Chapter 4 describes …": texts about things that are numbered. The number
 * is a name and no value, so one never takes the place of the other. A number later in the sentence may be a value:
 * "the queue runs on server 3".
 */
const KINDS = [
  'number note chapter step part phase section item ticket issue pr page row line day week meeting sprint',
  'round room server shard worker machine test case fact memory rule question example lesson entry record',
  'task story scenario experiment attempt run batch message session',
  'nummer notiz kapitel schritt teil abschnitt seite zeile tag woche raum fall frage regel aufgabe',
  'numéro chapitre étape partie section ligne jour semaine salle cas règle tâche',
  'número capítulo paso passo parte página línea linha día dia semana sala caso regla regra tarea tarefa',
  'numero capitolo pagina riga giorno settimana regola compito',
  'номер глава шаг часть раздел страница строка день неделя правило задача',
]
const NUMBERED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${KINDS.join(' ').split(' ').join('|')})(?: ?(?:number|no\.?|nr\.?|#))? ?#?(\d{1,9})(?![\d.,:]*\d|%|[\p{L}\p{N}_])`,
  'giu',
)

/** Longer than this it is no plain claim. */
export const MAX_NUMBERED_CHARACTERS = 400

/** "Our chapter 3", "the harbour's note 4": at most this many words come before the subject. */
const MAX_WORDS_BEFORE = 2
const SAYS_WHERE =
  /(?:^|\s)(?:is|are|was|were|use|uses|see|in|on|at|to|from|by|with|since|until|im|in|auf|bis|seit|dans|en|à|sur|su|na|no|em|в|на)(?=\s|$)/iu

/** Whether both are about numbered things of one kind, and none of them the same. */
export function areAboutOtherNumbers(newer: string, older: string): boolean {
  const [mine, theirs] = [numberedThings(newer), numberedThings(older)]
  const kinds = [...mine.keys()].filter((kind) => theirs.has(kind))
  return (
    kinds.length > 0 &&
    kinds.every((kind) => ![...(mine.get(kind) ?? [])].some((each) => theirs.get(kind)?.has(each)))
  )
}

function numberedThings(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const read = text.slice(0, MAX_NUMBERED_CHARACTERS)
  for (const { 1: kind = '', 2: number = '', index } of read.matchAll(NUMBERED)) {
    if (found.size === 0 && !isAtTheBeginning(read.slice(0, index))) return found
    const name = kind.toLowerCase()
    found.set(name, (found.get(name) ?? new Set()).add(number))
  }
  return found
}

function isAtTheBeginning(before: string): boolean {
  const words = before.split(/\s+/).filter((word) => word !== '')
  return words.length <= MAX_WORDS_BEFORE && !SAYS_WHERE.test(before)
}
