/**
 * B-05. A change of mind that names what it takes back or returns to: "forget about X", "not X after all", "we
 * go back to Y", in ten languages. It retires the older choice whose name it is, whatever else the two share.
 */
import { alternativesOf } from '../memory/opposites.ts'
import { findGivenUp } from '../memory/statement.ts'
import { contentWords } from '../text/words.ts'
import { cueTableFor } from './cues/language.ts'
import { ALL_LANGUAGE_NAMES, languagesIn, writtenThingsIn } from './written-languages.ts'

interface Reversal {
  /** What no longer holds, in small letters. */
  readonly gone: readonly string[]
  /** What is returned to. */
  readonly back: readonly string[]
  /** It says itself that something else was wanted before. */
  readonly changesMind: boolean
}

const HEAD = String.raw`(?:^|[,;:.!—–]\s{1,4}|\b(?:and|so|but|ok|okay|please|actually|let['’]?s|we|i|we['’]ll|we should|we can|we will|i want to|now|then|just|und|wir|nous|on|y|e|и)\s)`
const GO_BACK = `(?:(?:go(?:ing)?|went|switch(?:ing)?|mov(?:e|ing)|chang(?:e|ing)|we['’]re|we are) )?(?:right )?back to|(?:return|revert)(?:ing)? to`

/** One row a language: what gives a thing up, with the thing right behind it. */
const GIVES_UP = [
  `${HEAD}(?:forget(?: about)?|drop|ditch|scrap|dump|abandon|stop using|no more|no longer(?: use| using)?|(?:do not|don['’]?t) want|are (?:done with|dropping|ditching|not using)|not) `,
  String.raw`(?<![\p{L}])(?:doch (?:nicht|kein(?:e[nr]?)?)(?: mehr)?|nicht mehr|vergiss|vergesst|weg von|lass(?:en wir|t uns)? doch) (?:mit |bei |auf |in )?`,
  String.raw`(?<![\p{L}])(?:finalement (?:pas|plus)(?: de)?|oublie[sz]?|plus(?: de)?|(?:on |nous )?(?:abandonn(?:e|ons)|laiss(?:e|ons) tomber)|n['’](?:utilis(?:e|ons)) plus) `,
  String.raw`(?<![\p{L}])(?:(?:finalmente|al final|mejor) (?:no|sin)(?: usamos| usemos| con)?|olv[ií]da(?:te)?(?: de)?|ya no(?: usamos| queremos)?|dejamos(?: de usar)?|abandonamos) `,
  String.raw`(?<![\p{L}])(?:(?:afinal|no fim|finalmente) (?:não|sem)(?: usamos| vamos usar)?|esque(?:ce|ça|cam)(?: o| a)?|já não(?: usamos)?|não usamos mais|abandonamos|largamos)(?: o| a)? `,
  String.raw`(?<![\p{L}])(?:(?:alla fine|in fondo) (?:niente|non|no)(?: usiamo)?|dimentica|lascia(?:mo)? perdere|non (?:usiamo|vogliamo) più|niente più|abbandoniamo|basta con) `,
  String.raw`(?<![\p{L}])(?:(?:вс[её][- ]таки|вс[её] же|нет,) не(?: используем| будем)?|забудь(?:те)?(?: про| о)?|больше не(?: используем| нужен| нужна)?|отказываемся от) `,
  '(?:还是(?:不用|别用|不要)|不再(?:使用|用)|别再?用|放弃|忘(?:了|掉)|不用)',
]
/** Languages that say so behind the thing. */
const GIVES_UP_BEHIND =
  /([\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}_.+#-]{1,30}|[\p{Script=Katakana}ー]{2,20})\s?(?:(?:の?こと)?(?:は|を)?(?:やっぱり)?(?:やめ|忘れて|使わない|使うのをやめ)|ではなく|じゃなく|(?:은|는|을|를)?\s?(?:말고|그만|잊어|안 쓰|쓰지 않|사용하지 않|버리|포기))/gu
const GOES_BACK = [
  String.raw`(?<![\p{L}])(?:${GO_BACK}) `,
  String.raw`(?<![\p{L}])(?:(?:wieder )?zurück (?:zu|auf)|doch (?:lieber|wieder)) `,
  String.raw`(?<![\p{L}])(?:(?:on |nous )?(?:revient|revenons|repasse|repassons) (?:à|sur)|retour à) `,
  String.raw`(?<![\p{L}])(?:volvemos a|vuelve a|de vuelta a|regresamos a) `,
  String.raw`(?<![\p{L}])(?:voltamos (?:a|ao|para)|de volta (?:a|ao)) `,
  String.raw`(?<![\p{L}])(?:torniamo a|di nuovo) `,
  String.raw`(?<![\p{L}])(?:возвращаемся (?:к|на)|обратно (?:к|на)|вернемся к|вернёмся к) `,
  '(?:改回|换回|回到|用回)',
]
const GOES_BACK_BEHIND =
  /([\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}_.+#-]{1,30})\s?(?:に戻|へ戻|(?:으로|로)\s?(?:다시\s?)?(?:되)?돌)/gu

const CHANGES_MIND =
  /(?<![\p{L}])(?:(?:i|we)(?:['’]ve| have)? changed (?:my|our) minds?|changed my mind|on second thoughts?|after all|actually|no,|nope,|forget (?:about )?|scrap |ich hab(?:e)? (?:es|mir(?: es| das)?) anders überlegt|doch (?:nicht|kein\p{L}{0,2}|wieder|lieber)|j['’]ai changé d['’]avis|finalement|(?:he )?cambi(?:é|ado) de (?:opinión|idea)|finalmente|al final|mudei de (?:ideia|opinião)|afinal|ho cambiato idea|alla fine|я передумал\p{L}?|вс[её][- ]таки)(?![\p{L}])|改变主意|还是|やっぱり|考えが変わ|생각이 바뀌|역시/iu

/** "Don't forget about Redis" and "we never drop Redis" give nothing up. */
const IS_KEPT = /\b(?:n['’]?t|not|never|nicht|ne|no|não|non|не)\s$/iu
/** Said of a place in the work at hand, not of a choice. */
const PLACES = new Set(
  'main master develop trunk merge rebase squash step chapter page line'.split(' '),
)
const MAX_THING_WORDS = 3
const NAME =
  /^[`"'“„«]?(\p{L}[\p{L}\p{M}\p{N}_+#@/-]*(?:\.[\p{L}\p{N}]+)*(?:\s\p{Lu}[\p{L}\p{N}_+#-]*){0,2})[`"'”“»]?(?=\s{0,4}(?:$|[.,;:!?—–)(，。！；]|(?:after all|any ?more|and|but|because|since|for|again|instead|now|then|as|it|they|doch|mehr|und|weil|denn|für|wir|et|car|parce|pour|on|y|porque|para|por|pois|mais|e|perché|per|più|и|потому|для)(?![\p{L}])))/u
const UNSPACED_NAME = /^\s?([\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}_.+#-]{1,30})/u

/** A longer text says other things, too. */
const MAX_CHARACTERS = 600

/** What a person takes back by name; null where nothing with a name of its own is taken back. */
export function reversalIn(sentence: string): Reversal | null {
  if (sentence.length > MAX_CHARACTERS) return null
  const gone = [
    ...thingsBehind(GIVES_UP, sentence),
    ...[...sentence.matchAll(GIVES_UP_BEHIND)].map((match) => match[1] ?? ''),
    ...thingsNotMeant(sentence),
  ]
  const back = [
    ...thingsBehind(GOES_BACK, sentence),
    ...[...sentence.matchAll(GOES_BACK_BEHIND)].map((match) => match[1] ?? ''),
  ]
  if (
    gone.length + back.length === 0 &&
    !/mind|opini|idea|avis|überlegt|передум|主意|考え|생각/iu.test(sentence)
  )
    return null
  const changesMind = CHANGES_MIND.test(sentence)
  if (gone.length + back.length === 0 && (!changesMind || languagesIn(sentence).length === 0))
    return null
  const small = (things: readonly string[]) => [
    ...new Set(things.map((thing) => thing.toLowerCase())),
  ]
  return { gone: small(gone), back: small(back), changesMind }
}

/** True for a change of mind that stands by itself: it names a thing that is chosen among others. */
export function isNamedReversal(sentence: string): boolean {
  const found = reversalIn(sentence)
  if (found === null) return false
  const named = (thing: string) => isProper(thing, sentence) && !PLACES.has(thing)
  if (!found.changesMind && !GIVES_UP_FOR_GOOD.test(sentence)) return false
  return [...found.gone, ...found.back].some(named) || writtenThingsIn(sentence).length > 0
}

const GIVES_UP_FOR_GOOD =
  /^(?:ok,? |so,? )?(?:let['’]?s|we(?:['’]ll| will)?) (?:drop|ditch|scrap|abandon)\b/i

/** "Error messages should be in English, not in Spanish". */
function thingsNotMeant(sentence: string): string[] {
  const found =
    /\bnot (?:in )?([\p{Lu}][\p{L}\p{N}.+#-]{1,30})(?=\s{0,4}(?:$|[.,;!]|after all|any ?more))/u.exec(
      sentence,
    )
  return found?.[1] === undefined ? [] : [found[1]]
}

function thingsBehind(rows: readonly string[], sentence: string): string[] {
  return rows.flatMap((row, i) => {
    const unspaced = i === rows.length - 1
    return [...sentence.matchAll(new RegExp(row, 'giu'))].flatMap((match) => {
      const end = match.index + match[0].length
      if (
        IS_KEPT.test(sentence.slice(0, match.index)) &&
        !/\bno,\s?$/i.test(sentence.slice(0, match.index))
      )
        return []
      const rest = sentence.slice(end, end + 80)
      const name = (unspaced ? UNSPACED_NAME : NAME).exec(rest)?.[1]
      return name === undefined || name.split(' ').length > MAX_THING_WORDS ? [] : [name]
    })
  })
}

/** A name, and no ordinary word: written with a capital, in code, or chosen among others of its kind. */
function isProper(thing: string, ...texts: readonly string[]): boolean {
  if (alternativesOf(thing).length > 0 || languagesIn(thing).length > 0) return true
  if (/[\d_.+#/@-]/.test(thing)) return true
  return texts.some((text) => {
    const at = text.toLowerCase().indexOf(thing)
    const written = at === -1 ? '' : text.slice(at, at + thing.length)
    return (
      /\p{Lu}/u.test(written.slice(1)) ||
      (at > 0 && /^\p{Lu}/u.test(written) && !/[.!?]\s*$/.test(text.slice(0, at)))
    )
  })
}

/** More than this behind the name, and the older says other things that still hold. */
const MAX_LEFT_UNSAID = 4
const PURPOSE =
  /(?<![\p{L}])(?:for|in|on|für|bei|im|pour|dans|para|en|per|nei|nelle|для|в)\s([^,.;:!?]{2,60})/giu
const BESIDE_PURPOSE =
  /\s(?:because|since|weil|porque|parce|perché|rather|instead|statt)(?![\p{L}])[\s\S]{0,60}$/iu
const REASON =
  /[,;]?\s(?:because|since|weil|denn|car|parce que|porque|pois|perché|потому что|так как)\s.*$/isu

/** Why the reversal retires what an older text says; null when it does not. */
export function reversalRetires(reversal: Reversal, newer: string, older: string): string | null {
  if (older.length > MAX_CHARACTERS || areOtherTexts(newer, older)) return null
  const written = retiresLanguage(reversal, newer, older)
  if (written !== null) return written
  const claim = older.replace(REASON, '')
  const words = wordsOf(claim)
  const rejected = new Set(
    findGivenUp(older)
      .givenUp.flat()
      .map(({ word }) => word),
  )
  if (FORBIDS.test(claim)) return null
  const chosen = [...words].filter((word) => !rejected.has(word))
  const gone = reversal.gone.find(
    (thing) =>
      thing.split(' ').every((word) => chosen.includes(word)) && isProper(thing, newer, older),
  )
  const replaced = reversal.back.find(
    (thing) => rejected.has(thing) || alternativesOf(thing).some((other) => chosen.includes(other)),
  )
  if (gone === undefined && replaced === undefined) return null
  if (arePurposesApart(newer, claim)) return null
  const said = wordsOf(newer)
  const unsaid = contentWords(claim).filter((word) => !said.has(word) && !rejected.has(word))
  if (unsaid.length > MAX_LEFT_UNSAID + 1) return null
  return gone === undefined ? `goes back to "${replaced}"` : `gives up "${gone}"`
}

/** "Never use Redis": forgetting Redis agrees with it. */
const FORBIDS =
  /^\W{0,4}(?:please |always )?(?:never|don['’]?t|do not|avoid|no|not|stop|nie|niemals|kein\p{L}*|nicht|jamais|nunca|jamás|mai|никогда|не)(?![\p{L}])/iu

/** "Forget about Redis for sessions" says nothing of the Redis for the cache. */
function arePurposesApart(newer: string, older: string): boolean {
  // In two languages one purpose has two names.
  if (cueTableFor(newer).language !== cueTableFor(older).language) return false
  const [mine, theirs] = [purposeWords(newer), purposeWords(older)]
  return mine.size > 0 && theirs.size > 0 && ![...mine].some((word) => theirs.has(word))
}

const SECOND_THOUGHT = /\bon second thoughts?\b/i

function purposeWords(text: string): Set<string> {
  const found = [...text.replace(REASON, '').replace(SECOND_THOUGHT, '').matchAll(PURPOSE)].map(
    (match) => (match[1] ?? '').replace(BESIDE_PURPOSE, ''),
  )
  return new Set(
    found.flatMap((purpose) => [...wordsOf(purpose)]).filter((word) => word.length > 3),
  )
}

/** The language of error messages says nothing of the language of answers. */
export function areOtherTexts(newer: string, older: string): boolean {
  if (languagesIn(newer).length === 0 || languagesIn(older).length === 0) return false
  const [mine, theirs] = [writtenThingsIn(newer), writtenThingsIn(older)]
  return mine.length + theirs.length > 0 && !mine.some((thing) => theirs.includes(thing))
}

/** Other words for one and the same: the language in which something is written. */
function retiresLanguage(reversal: Reversal, newer: string, older: string): string | null {
  if (!reversal.changesMind && reversal.gone.length === 0) return null
  const was = languagesIn(older)
  const is = languagesIn(newer)
  const left = was.filter(
    (each) =>
      !is.includes(each) || reversal.gone.some((thing) => languagesIn(thing).includes(each)),
  )
  const things = writtenThingsIn(newer)
  if (is.length === 0 || left.length !== was.length || was.length === 0) return null
  if (!writtenThingsIn(older).some((thing) => things.includes(thing))) return null
  return `another language for the same texts: it was ${left.join(', ')}`
}

function wordsOf(text: string): Set<string> {
  const found = text.match(
    /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{M}\p{N}_+#@/-]*(?:\.[\p{Script=Latin}\p{N}]+)*|[\p{Script=Cyrillic}]+|[\p{Script=Katakana}ー]+/gu,
  )
  return new Set(found?.map((word) => word.toLowerCase()))
}

/** Words by which the older texts that it may retire are found, each with what may stand for it. */
export function reversalWords({ gone, back }: Reversal, sentence: string): string[][][] {
  const others = back.map(alternativesOf).filter((group) => group.length > 0)
  const names = [...gone, ...back].map((thing) => thing.split(' ').map((word) => [word]))
  return [...names, ...others.map((group) => [[...group]]), ...languagesSaid(sentence)]
}

function languagesSaid(sentence: string): string[][][] {
  const things = writtenThingsIn(sentence)
  return things.length === 0 || languagesIn(sentence).length === 0
    ? []
    : [[[...ALL_LANGUAGE_NAMES]]]
}
