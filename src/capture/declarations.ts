/**
 * M-20, M-22. What a plain English sentence lays down without any cue word, by its grammar: of whom it
 * speaks (a kind of thing, the house, one thing), how bindingly, and whether a reason stands beside it.
 * One thing that "must" is a task unless someone says why; a kind of thing that "must" is a rule.
 */
import { ARTEFACTS } from './rule-words.ts'
import type { StatementType } from './statements.ts'

interface Declaration {
  readonly type: StatementType
  readonly corrects: boolean
  readonly confidence: number
  readonly reason: string
}

/** What stands around the sentence in its message. */
interface Neighbours {
  readonly before: string | null
  readonly next: string | null
}

export function declarationIn(core: string, around: Neighbours): Declaration | null {
  return readDeclaration(core, around) ?? consequenceIn(core)
}

/** "The app reads this JSON, so field names can't change": the first part is the reason of the second. */
function consequenceIn(core: string): Declaration | null {
  const found = /,?\s(?:so|therefore|hence|which means|that means)\s+(?:that\s+)?/i.exec(core)
  if (found === null || IN_TROUBLE.test(core)) return null
  const rest = core.slice(found.index + found[0].length)
  return KIND_MUST.test(rest) || NOTHING_MAY.test(rest) || CHOSEN.test(rest)
    ? readDeclaration(`${rest.trimEnd().replace(/(?<![.!])[.!]{1,8}$/, '')}, because`, {
        before: null,
        next: null,
      })
    : null
}

function readDeclaration(core: string, around: Neighbours): Declaration | null {
  if (GUESS.test(core)) return null
  if (REPORTS_TROUBLE.test(core) && !SETS_A_LIMIT.test(core)) return knownTrouble(core)
  for (const { type, name, confidence, holds } of DECLARATIONS) {
    if (!holds(core, around)) continue
    const corrects = type === 'policy' && isComplaint(around.before)
    return { type: corrects ? 'correction' : type, corrects, confidence, reason: name }
  }
  return knownTrouble(core)
}

interface DeclarationRow {
  readonly name: string
  readonly type: StatementType
  readonly confidence: number
  readonly holds: (core: string, around: Neighbours) => boolean
}

/** The first row that holds decides. */
// biome-ignore format: a table reads best in columns
const DECLARATIONS: readonly DeclarationRow[] = [
  { name: 'a decision is told',     type: 'decision',   confidence: 0.82, holds: (core) => DECIDED.test(core) },
  { name: 'a plan with its reason', type: 'decision',   confidence: 0.78, holds: (core, around) => WE_WILL.test(core) && isReasoned(core, around) },
  { name: 'where it stays, and why',type: 'decision',   confidence: 0.78, holds: (core, around) => STAYS.test(core) && isReasoned(core, around) },
  { name: 'holds here',             type: 'policy',     confidence: 0.80, holds: (core) => holdsHere(core) },
  { name: 'a kind of thing must',   type: 'policy',     confidence: 0.82, holds: (core) => KIND_MUST.test(core) && !ASKS_AT_END.test(core) },
  { name: 'nothing may',            type: 'policy',     confidence: 0.82, holds: (core) => NOTHING_MAY.test(core) },
  { name: 'lasting quality',        type: 'policy',     confidence: 0.80, holds: (core) => LASTING.test(core) && !ASKS_AT_END.test(core) && !OF_ONE_VIEW.test(core) },
  { name: 'must, with the reason',  type: 'policy',     confidence: 0.76, holds: (core, around) => MUST.test(core) && isReasoned(core, around) && !ASKS_AT_END.test(core) && !IN_TROUBLE.test(core) },
  { name: 'kept that way',          type: 'policy',     confidence: 0.76, holds: (core) => KEPT_THAT_WAY.test(core) },
  { name: 'how things of a kind are',type: 'policy',    confidence: 0.76, holds: (core) => isOfAKind(core) },
  { name: 'how the house is',       type: 'policy',     confidence: 0.76, holds: (core) => HOUSE_IS.test(core) && !IN_TROUBLE.test(core) },
  { name: 'forbidden, and why',     type: 'policy',     confidence: 0.78, holds: (core, around) => HANDS_OFF.test(core) && isReasoned(core, around) && !AT_HAND.test(core) },
  { name: 'when doing it',          type: 'policy',     confidence: 0.76, holds: (core) => WHEN_DOING.test(core) },
  { name: 'chosen or ruled out',    type: 'decision',   confidence: 0.78, holds: (core, around) => CHOSEN.test(core) && isReasoned(core, around) },
  { name: 'what to do when',        type: 'procedure',  confidence: 0.76, holds: (core) => WHEN_IT_FAILS.test(core) },
  { name: 'a rule is named',        type: 'policy',     confidence: 0.80, holds: (core) => RULE_NAMED.test(core) },
  { name: 'where the house stands', type: 'policy',     confidence: 0.76, holds: (core) => WE_ARE_ON.test(core) },
  { name: 'happens again and again', type: 'fact',      confidence: 0.76, holds: (core) => EVERY_TIME.test(core) },
  { name: 'none of that, and why',  type: 'policy',     confidence: 0.76, holds: (core, around) => NONE_OF_IT.test(core) && isReasoned(core, around) && !IN_TROUBLE.test(core) },
  { name: 'annoys the person',      type: 'preference', confidence: 0.80, holds: (core) => ANNOYS.test(core) },
  { name: 'works for the person',   type: 'preference', confidence: 0.80, holds: (core) => WORKS_FOR_ME.test(core) },
  { name: 'a limit in figures',     type: 'fact',       confidence: 0.76, holds: (core) => LIMIT.test(core) && !IN_TROUBLE.test(core) },
  { name: 'what it needs',          type: 'fact',       confidence: 0.76, holds: (core) => NEEDS_IT.test(core) },
  { name: 'finds it hard',          type: 'preference', confidence: 0.80, holds: (core) => FINDS.test(core) },
  { name: 'who the person is',      type: 'preference', confidence: 0.80, holds: (core) => I_AM_SO.test(core) && !PASSING_STATE.test(core) },
  { name: 'for the person',         type: 'preference', confidence: 0.80, holds: (core) => FOR_ME.test(core) },
  { name: 'how to treat the person', type: 'preference', confidence: 0.80, holds: (core) => TREAT_ME.test(core) },
  { name: 'worth knowing',          type: 'fact',       confidence: 0.76, holds: (core) => WORTH_KNOWING.test(core) && !IN_TROUBLE.test(core) },
]

const DETERMINED =
  'the|this|that|these|those|some|many|most|few|several|two|three|four|five|his|her|its|their|my|your|an?|both|other|it|they|he|she|i|we|you|there|here|what|which|who|one|if|when|while|because|since|as|so|but|and|or|maybe|perhaps|please'
const NO_KIND =
  'is|was|has|does|this|us|as|always|its|yes|thanks|plus|less|unless|across|users?|customers?|players?|visitors?|admins?|clients?|errors?|sometimes|perhaps|besides|tests? (?:fail|pass)'
/** Things in the plural without an article, or all, every and no of a thing: spoken of as a kind. */
const KIND = String.raw`(?:(?:all|every|each|any|no|new|only)\s+(?:[\w'’/.\uE000-]+\s+){1,6}?|(?:everything|everyone|everybody|anything|whatever|whoever)(?:\s+(?:[\w'’/.-]+\s+){0,5}?|\s+)|(?!(?:${DETERMINED}|${NO_KIND})\b)(?:[\w'’/.\uE000-]+\s+){0,3}?(?!(?:${NO_KIND})\b)[\w/\uE000-]{2,}s\s+(?:(?:in|of|for|from|under|on|with)\s+(?:[\w/.'’\uE000-]+\s+){1,4}?)?)`
const MODAL = `(?:must(?:n['’]?t| not| never| always)?|ha(?:s|ve) to|needs? to|may (?:not|only|never)|can(?:not|['’]t| only| never)|(?:is|are)(?:n['’]?t| not| never| only| strictly| absolutely){0,2} (?:allowed|required|mandatory|forbidden|prohibited|banned|permitted|off[- ]limits|obligatory|compulsory)|shall(?: not)?)`
const ADVERB = '(?:always |also |really |all |still |simply |generally )?'
const PLACE =
  '(?:project|repo|repository|codebase|code base|app|application|service|product|package|module|monorepo|workspace|team|company|library|crate|game|firmware|backend|frontend|stack|system|org)'
const HERE = String.raw`(?:(?:in|for|across|within|inside|throughout|on) (?:this|our|the whole|the entire|all of this) (?:[\w-]+ )?${PLACE}|around here|in here|over here|here)`

const GUESS =
  /\b(?:must|has to|have to) (?:have (?:been|\w+ed|\w+en|gone|got|had|left|lost)|be (?:an?|the|some|because|due|something|\w+ing))\b|\bthere must\b/i

const start = (source: string) => new RegExp(`^${source}`, 'i')

const KIND_MUST = start(String.raw`${KIND}${ADVERB}${MODAL}\s+\S`)
/** Also behind what it is about: "Health data: nothing may leave the EU". */
const NOTHING_MAY =
  /(?:^|:\s+|^until [^,]{3,60}?,?\s)(?:nothing|nobody|no one|no [\w-]+)(?:\s[\w'’/.-]+){0,4}? (?:may|can|should|must|is allowed to|gets? to|is to|goes|leaves|ships|touch(?:es)?|merges|pushes|edits|deploys|changes|commits|uses)\s+\S/i

const LASTING =
  /^we (?:must|have to|need to|should)(?: always| also| still)? (?:not (?:break|change|remove|drop|touch)|keep(?!\s+\w+ing\b|\s+(?:it|this|that)\b)|preserve|maintain|respect)\s+\S|^(?!(?:it|this|that|they|i|when|while|if|because|which|where)\b)[^,.;:]{0,70}?\b(?:must|ha(?:s|ve) to|needs? to|should|can only|shall)(?: not)?\s+(?:always |also |still |never |only )?(?:stay|remain|keep (?:working|running|supporting)|support|fit (?:in|into|on)|run (?:on|in|under|without|with)|work (?:on|with|in|without|offline)|meet|comply|conform|compile (?:with|on|under)|build (?:with|on|under)|exceed|guarantee|be (?:backwards?|forwards?|compatible|idempotent|deterministic|reproducible|accessible|thread|signed|encrypted|gdpr|reversible|able to run))\b/i

/** A dialog, a page, a button: what is being built. */
const OF_ONE_VIEW =
  /\b(?:this|that|the) (?:[\w-]+ )?(?:dialog|page|form|button|modal|view|screen|table|list|menu|header|footer|sidebar|field|widget|banner|popup|chart|tab|tooltip)\b/i

/** Work done once, and what one sees or knows, is nothing a rule would say. */
const ONE_TIME =
  'see|find|reproduce|figure|tell|know|remember|log in|connect|reach|open|get|understand|explain|believe|wait|talk|discuss|fix|finish|hurry|decide|think|check|look|do|be|try|start|leave|stop|merge|meet|test|go (?:home|now|back|over|ahead|on|for)|run|rerun|update|remove|rename|delete|review|list|implement|create|refactor|migrate|convert|replace|move|change|apply|revert|complete|resolve|install|push|commit|deploy|read|add|write|restart|hold|rethink|reconsider|have|clean|make sure|learn|say|show|use the|keep going'
const MUST = new RegExp(
  [
    String.raw`^(?:we|you)(?:['’]ll| will)? (?:really |simply |just |only )?(?:can(?:not|['’]t)|may (?:not|only)|can only|must(?:n['’]?t| not)?|have to|need to|are(?:n['’]?t| not) (?:allowed|permitted|supposed) to)\s+(?!(?:${ONE_TIME})\b)\w`,
    String.raw`^(?:the|our)\s+(?:[\w'’/.\uE000-]+\s+){1,5}?${ADVERB}${MODAL}\s+\S`,
    String.raw`^(?:has to|have to|must(?:n['’]?t| not)?|needs to|cannot|may (?:not|only)|can only)\s+(?!have been|be (?:an?|the|some)\b)\w`,
  ].join('|'),
  'i',
)

/** "Texts are always reviewed by Leila before they are merged"; but "the cache is never cleared" is told. */
const KEPT_THAT_WAY = start(
  String.raw`${KIND}(?:are|get|go|come|run|happen|live) (?:always|never|only) (?!(?:been|happy|here|there)\b)[a-z]+\s(?:by|in|on|with|through|via|from|before|after|to|under|as|at|into|without)\b`,
)

/** "Public functions need docstrings", "commit messages: imperative, 60 characters": generic, of what is written. */
function isOfAKind(core: string): boolean {
  if (IN_TROUBLE.test(core) || ASKS_AT_END.test(core)) return false
  return KIND_IS.test(core) || KIND_AND_A_COLON.test(core)
}

const THINGS = String.raw`(?!(?:${DETERMINED}|${NO_KIND})\b)(?:[\w'’/.-]+\s+){0,2}?(?:${ARTEFACTS}|string|text|table|id|amount|price|date|timestamp|secret|script|asset|icon|doc|handler|route|model|schema|error code|package|dependenc(?=ie)|quer(?=ie)|propert(?=ie))(?:e?s|ies)`
const KIND_IS = start(
  String.raw`${THINGS}(?:\s+(?:that|which|in|of|for|from|under|on|with)\s+(?:[\w/.'’@\uE000-]+\s+){1,5}?|\s+)(?:always |never |only )?(?:need|get|go|live|belong|start|begin|end|carry|come from|use|take|stay|have|are(?! (?:being|now|all|currently|not|still|there|in|at|on|here|missing|too|so|very|\w+ing)\b))\s+(?<!(?:need|have|use)\s+(?=to\b))(?!it\b|that\b|this\b)\S`,
)
const KIND_AND_A_COLON = start(
  String.raw`${THINGS}\s?:\s+(?!\d|https?:|[\w./-]+\.\w{1,4}\b)[a-z][^?]{8,160}$`,
)
const HOUSE_IS =
  /^(?:this|our) (?:whole )?(?:project|repo|repository|codebase|code base|app|application|service|monorepo|library|crate|team|stack|backend|frontend) (?:is|are|has|runs|builds|targets|ships|deploys|speaks|talks|follows|uses)\s+(?!(?:now|currently|still|getting|becoming|so|too|very|a mess|the one|not (?:working|building))\b)\S/i
const IN_TROUBLE =
  /\b(?:broken|failing|fails?|failed|red|down(?! every)|(?<!@)slow|missing|wrong|stuck|hang(?:s|ing)?|crash\w*|error(?:s|ed)?|time[sd]? out|timing out|leak\w*|corrupt\w*|empty|gone|lost|white|blank|weird|strange|confus\w+|today|yesterday|right now|at the moment|currently|still|again|anymore|suddenly|since (?:this|yesterday|the (?:update|upgrade|release|deploy)))\b/i
const HANDS_OFF =
  /^(?:please |and |so )*(?:(?:don['’]?t|do not|never)(?: you dare| ever)? (?:touch|edit|change|modify|delete|remove|rename|commit|push|reformat|format|upgrade|bump|use|call|import|run|move|regenerate|write|put|add)|leave(?=.{0,120}\balone\b)|hands off|keep (?:your )?(?:hands|fingers) off|stay (?:out of|away from)|keep out of)\s+(?!(?:it|this|that|them|these|those|anything|any more)\b)\S/i
const AT_HAND =
  /\b(?:this|that|these|those) (?!(?:project|repo|repository|codebase|app|service|product|is|are|['’]s)\b)\w+|\b(?:yet|for now|right now|today|until|first)\b|[,;—–-]\s*(?:i|i['’]ll|i['’]m|we['’]ll)\s/i
const WHEN_DOING =
  /^(?:when|while|before|after) (?:you(?:['’]re| are)? )?(?:\w+ing|touch|edit|change|write|add|create) [^,:]{2,60}[,:]\s+(?:please |always |never |also |then |first |make sure (?:to |you )?)*(?!(?:i|we|it|the|they|there|nothing|this|that|you|he|she|what|why|how|my|our|all|some|everything|an?)\b)[a-z]{2,}\s+\S/i
const CHOSEN =
  /^(?!(?:it|this|that|they|i|we|you)\b)[^,;:]{2,60}?\b(?:(?:was|were|is|are|got|has been|have been) (?:ruled out|rejected|chosen|selected|picked|dropped|scrapped|retired|replaced by|voted (?:down|out)|adopted|out|off the table|dead|history|a no-go|settled)|(?:signed off on|greenlit|green-lit)|will be (?:handled|done|replaced|stored|served|hosted|managed|built|written|generated|run|deployed|provided) (?:by|with|in|on|from))\b/i
const WHEN_IT_FAILS =
  /^(?:if|when|whenever|in case) (?!(?:it|this|that|they)\b)[^,]{3,80}?\b(?:complains?|fails?|hangs?|breaks?|crash(?:es)?|times? out|(?:is|gets?) stuck|refuses?|won['’]?t start|doesn['’]?t start|(?:is|are) locked|errors?|goes (?:red|down)|dies)\b[^,]{0,60},\s+(?:just |first |please |you )*[a-z]+\b[^?]{0,200}\b(?:then|first|afterwards|and (?:run|restart|rerun|delete|start|try))\b/i
/** "The e2e suite needs the VPN, otherwise …" */
const NEEDS_IT =
  /^(?:the|our|all)\s(?:[\w'’/.-]+\s){1,4}?(?:needs?|requires?|depends? on|only (?:runs?|works?|builds?|starts?))\s[^?]{3,100}?\b(?:otherwise|or else|because|since|or it|or they|unless)\b/i
const RULE_NAMED =
  /^(?:there(?:['’]s| is) an?|we(?:['’]ve| have)(?: got)? an?|the|our|one|another|an?)\s(?:[\w-]+\s){0,3}?(?:rule|policy|convention|guideline|requirement|agreement|constraint)\b[^:.?]{0,40}:\s+\S+\s+\S/i
/** "We're on Postgres 13 until spring, so nothing newer". */
const WE_ARE_ON =
  /^we(?:['’]re| are) (?:still |stuck |only )?(?:on|bound to|limited to|stuck with)\s+(?!(?:it|this|that|track|the (?:same|right|wrong))\b)[^?]{3,100}?\bso\s+(?:please )?(?:no|nothing|don['’]?t|do not|only|avoid|never|use|keep|stick)\b/i
const EVERY_TIME =
  /^(?!(?:it|this|that|they|i|we|you)\b)[^,;?]{4,80}\bevery (?:other )?(?:night|morning|day|week|month|hour|weekend|quarter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[^,;?]{0,30}[,;]?\s+so\s+(?!(?:i|we|it|that)\b)\S/i
const NONE_OF_IT =
  /^(?:please,?\s+|and\s+|but\s+)?no (?!(?:problem|worries|worry|idea|luck|need|errors?|changes?|issues?|difference|one|way|matter|rush|thanks|reason|doubt|clue|tests?|output|response|results?|such|that|it|more|longer|not|i|we|you|the|this)\b)(?:[\w/.\uE000-]+\s){0,3}?[\w/.\uE000-]+s?[,;:—–-]\s?\S/i
const ANNOYS =
  /^(?:please |pls |and )*(?:don['’]?t|do not|stop|never|no)\b[^?]{4,120}\b(?:drives? me|annoys? me|bothers? me|distracts? me|confuses? me|i hate (?:it|that)|i can['’]?t stand|makes me)\b/i
const WORKS_FOR_ME =
  /^i (?:learn|work|think|read|understand|focus|concentrate) (?:best|better|faster|more easily)\b|^[^,;?]{4,80} (?:works? (?:best|better)|(?:is|are) (?:easier|best|better|nicer|clearer)) for me\b|^my (?:\w+ )?(?:eyes|english|german|french|spanish|screen|machine|laptop|keyboard|terminal|editor|shell|setup|background|native language|time ?zone) (?:is|are)\b[^?]{2,80}[,;]\s*(?:so |please )*(?:keep|use|don['’]?t|no|avoid|write|give|make|show|explain)\b/i
const LIMIT =
  /^(?:the |our )?(?:max(?:imum)?|min(?:imum)?|hard limit|upper limit|limit|quota|budget)\b[^?.]{3,60}\b(?:is|are)\b[^?.]{0,40}\d/i
const TREAT_ME =
  /^(?:please |pls |just )*(?:(?:short|brief|concise|terse|detailed|longer|formal|plain|simple)(?:er)? (?:answers?|replies|explanations?|responses?|tone|language|english|words)(?:[.,!]|$| please| in | for | when)|(?:can|could|would) you (?:please )?(?:always|never|stop)\s+\S|(?:call|treat|address) me\s+\S|i(?:['’]d| would) (?:really )?(?:appreciate|be (?:happy|glad|grateful)|love) (?:it )?(?:if|when) you\s+(?!could\b|can\b|would (?:look|fix|check)\b)\S|(?:if|when|whenever) (?:something(?:['’]s| is)|anything(?:['’]s| is)|things are|a (?:task|requirement|request) is|you(?:['’]re| are)) (?:unclear|ambiguous|unsure|in doubt|not sure|missing)[^,]{0,40},\s*\S|(?:less|fewer|more|shorter|longer|simpler) [\w-]+(?: [\w-]+)?(?:,| and| please)[^?]{0,80}\b(?:please|always|all sessions|in general|for me)\b)/i
/** What a person tells so that it is known: how things are, not what happens. */
const WORTH_KNOWING =
  /^(?:just )?(?:so you know|for your information|you should know|be aware|beware)(?: for (?:the )?future| for next time)?(?: that|,|:)?\s+(?!(?:i|i['’]m|i['’]ll|you|we['’]re)\b)(?=[^?]{0,200}\b(?:is|are|has|have|needs?|runs?|lives?|only|must|can(?:not|['’]t)?|uses?|goes|gets?|takes?|expires?|belongs?|deploys?)\b)\S/i

const STATIVE =
  "(?:is|are|isn[’']t|aren[’']t|lives?|belongs?|goes|go|stays?|starts?|begins?|ends?|comes?|runs?|builds?|uses?|deploys?|needs?|requires?|gets?|talks?|takes?|expects?|has|have|carr(?:y|ies)|ships?|follows?|keeps?|never|always|only|don[’']t|do not|must|should)"
const HERE_AT_HEAD = start(String.raw`${HERE}(?: (?:it is|the rule is))?[,:]?\s+`)
const HERE_AND_A_COLON = start(String.raw`${HERE}\s?:\s+\S`)
const OF_A_KIND = start(String.raw`${KIND}${STATIVE}\s+\S`)
const HOUSE =
  /^(?:we|our [\w-]+(?: [\w-]+)?) (?!are\b|see|get|have (?:a|an|the|no|some)\b|had|were|was|need|want|could|might)\w+/i

/** "In this app handlers belong in features", "for this repo: commits in English". */
function holdsHere(core: string): boolean {
  const head = HERE_AT_HEAD.exec(core)?.[0]
  if (head === undefined || ASKS_AT_END.test(core)) return false
  const body = core.slice(head.length)
  return HERE_AND_A_COLON.test(core) || OF_A_KIND.test(body) || HOUSE.test(body)
}

const DECIDED =
  /^(?:(?:ok|okay|so|and|then),?\s){0,3}(?:after [^,:]{3,60}?,?\s)?(?:it(?:['’]s| is)(?: been| now)? |that['’]s |this is |all )?(?:decided|settled|agreed|final|official|clear)\b(?! (?:to me|that|how|why|what|if|whether|enough|from)\b)[^:.?]{0,60}:\s+\S|^(?:(?:ok|okay|so|and|then),?\s){0,3}(?:the )?(?:final call|final decision|decision|verdict|conclusion|outcome of)\b[^:.?]{0,60}:\s+\S|^(?:(?:ok|okay|so|and|then),?\s){0,3}(?:it(?:['’]s| is) (?:official|final|settled|decided),?\s)?[\w.+#-]+(?: [\w.+#-]+){0,2} it is\b(?!\s*(?:\?|not|a|the))|^(?:the )?(?:board|management|client|customer|team|steering committee|cto|security|legal)(?: has| have)? (?:approved|agreed to|signed off on|decided|chose|picked|rejected|vetoed)\s+(?!(?:it|this|that)\b)\S|^(?:dropping|ditching|retiring|killing|adopting|switching to|moving (?:off|to|away from)|going with|sticking with|staying (?:on|with)) (?!(?:it|this|that|them)\b)\S|^(?:i thought about it[^.]{0,40} and )?i(?:['’]d| would) like us to (?:go with|use|adopt|switch to|move to|stay (?:on|with)|stick (?:to|with)|drop)\s+\S|^we(?:['’]re| are)? (?:stay(?:ing)?|stick(?:ing)?|remain(?:ing)?) (?:on|with|at)\s+(?!(?:this|that|it|track|top|the (?:current|same|first|second|last))\b)\S/i
const WE_WILL =
  /^(?:so |and |ok(?:ay)?,? |then |now )*we(?:['’]ll| will|['’]re going to| are going to) (?:now |just |simply |only |be )?(?!(?:see|need|have|get|fix|talk|look|discuss|find|know|try|learn|come|start|finish|meet|wait|continue|probably|maybe|also|add|then|do (?:it|that|this)|decide|never|always|check|go (?:over|through|back|from)|review|think|let|make sure|be (?:back|fine|ok|able|done)|leave|take (?:a|this|that)|test|run into|deal|worry)\b)\w+\s+(?!(?:it|this|that|them|these|those)\b)\S/i
const STAYS =
  /^(?!(?:it|this|that|they|he|she|i|there)\b)(?:(?:the|our|all)\s)?(?:[\w'’/.-]+\s){1,4}?(?:stays?|remains?|lives?|goes|moves?|runs?|will (?:stay|remain|live|run|go|move)) (?:on|in|with|at|to|into|under|as)\s+\S/i

/** A clause that says why: by a word for it, or by being a plain statement behind the first. */
function isReasoned(core: string, { next }: Neighbours): boolean {
  if (SAYS_WHY.test(core)) return true
  const tail = core
    .split(CLAUSE_BREAK)
    .slice(1)
    .findLast((each) => each.trim() !== '')
  if (tail !== undefined) return isPlainStatement(tail)
  return next !== null && next.length < MAX_REASON_CHARS && isPlainStatement(next)
}

const SAYS_WHY =
  /\b(?:because|bc|b\/c|since(?! (?:last|yesterday|monday|tuesday|wednesday|thursday|friday|\d))|otherwise|or else|due to|given that|so that|that['’]s why|as (?:it|we|they|our|\d|otherwise))\b/i
const CLAUSE_BREAK = /[,;:—–(]\s{0,4}|\s-{1,2}\s|[.!]\s/
const MAX_REASON_CHARS = 160
const PLAIN_STATEMENT =
  /^(?:and |but |so |as |or )?(?!(?:that['’]s (?!an? )|which|who|see|please|can|could|would|let|now|then|also|i['’]ll|i will|look|fix|add|show|tell|make|check|find|run|do|use|don['’]?t|it does|it is not|it isn['’]?t|right)\b)(?:[\w'’/.%\uE000-]+\s+){1,7}?(?:is|are|was|were|has|have|had|does|do|did|can(?:not|['’]t)?|won['’]?t|will|would(?:['’]ve)?|needs?|runs?|fails?|breaks?|costs?|sits?|gives?|bills?|matters?|[a-z]{3,}(?:ed|n['’]?t)|ran|went|got|took|lost|broke|makes?|means?|wants?|gets?|supports?|lacks?|requires?|forbids?|allows?)\b/i

function isPlainStatement(text: string): boolean {
  return PLAIN_STATEMENT.test(text.trim()) && !/\?\s*$/.test(text)
}

/** Wrong at this moment: what ought to be otherwise is a task. */
const REPORTS_TROUBLE =
  /\b(?:currently|at the moment|right now|atm)\b|[,;—–-]\s*(?:but |and |however |yet |today )?(?:it|they|this|that|which) (?:doesn['’]?t|does not|isn['’]?t|is not|don['’]?t|aren['’]?t|still|currently|fails?|breaks?|does|didn['’]?t)\b|\b(?:keeps?|still|suddenly|again) (?:fail|crash|hang|break|throw|return|show)/i
const SETS_A_LIMIT =
  /\b(?:must|has to|have to|may not|cannot) (?:stay|remain|fit|run on|work on)\b/i
/** "…, add that", "…, look into the collision code": the sentence is about what is to be done now. */
const ASKS_AT_END =
  /[,;.—–]\s*(?:so |and |then |please |pls |can you |could you |just )*(?:look (?:into|at)|fix|add|change|find|check|implement|debug|investigate|profile|adjust|do (?:it|that|this)|make (?:it|that|this)|put|update|remove|see (?:the|attached|below|above))\b/i

const TROUBLE =
  /\b(?:fails?|breaks?|times? out|hangs?|crash(?:es)?|flakes?|is red|goes red|errors? out)\b/i
const KNOWN = /\b(?:is|are) known to (?:fail|break|hang|crash|time out|be (?:flaky|slow))\b/i
const NOW_AND_THEN =
  /\b(?:sometimes|occasionally|randomly|intermittently|now and then|from time to time|once (?:a|an|per|every|in a)|twice a|every (?:few|now|couple)|about \w+ (?:times? )?(?:a|an|per)|\d+ ?(?:%|percent|in \d+|out of)|on and off)\b/i
const LIVE_WITH_IT =
  /\b(?:ignore|rerun|re-run|retry|known (?:issue|problem|bug)|not (?:us|you|your|our|related)|expected|harmless|don['’]?t (?:worry|bother|chase|investigate)|just (?:restart|try))\b/i
const IS_LIKE_THAT =
  /^(?!(?:if|when|whenever|because|it|this|that|i|we|you|they)\b)\S{1,80}(?:\s[\w./-]{1,60}){0,4}\s(?:is|are)\s(?:flaky|frozen|deprecated|read-only|owned by|maintained by|not ours|generated)\b|(?:^|,\s)we only have\s(?!(?:one|two|three|a|an|\d)\b)/i

/** What is known to go wrong, and how one lives with it. */
function knownTrouble(core: string): Declaration | null {
  const isKnown = TROUBLE.test(core) && NOW_AND_THEN.test(core) && LIVE_WITH_IT.test(core)
  if (!isKnown && !IS_LIKE_THAT.test(core) && !KNOWN.test(core)) return null
  return { type: 'fact', corrects: false, confidence: 0.76, reason: 'known trouble or limit' }
}

const FINDS =
  /^i (?:\w+ )?find (?!(?:it|this|that|out|the|a|an|no|myself|your)\b)[^,.;]{3,60}?\b(?:un\w+able|hard|annoying|ugly|confusing|distracting|useless|pointless|noisy|tedious|irritating|terrible|awful|helpful|easier|clearer|nicer|cleaner|readable|verbose|too \w+)\b/i
const I_AM_SO =
  /^i(?:['’]m| am| (?:often |mostly |usually |always |only |also )?(?:work|read|use|code|live|type|write|speak|think|learn|develop|listen))\b[^.!?]{2,80}?\bso\s+(?:please\s+|pls\s+)?(?:don['’]?t|do not|no|avoid|use|keep|give|explain|write|make|never|always|skip|be|go|speak|talk|show|tell|lines|long|short)\b/i
const PASSING_STATE =
  /^i(?:['’]m| am) (?:in a|in the|about to|going|just|now|currently|still|tired|late|busy|offline|away|out|done|stuck|not sure|confused|\w+ing)\b/i
const FOR_ME =
  /^(?:for me(?: personally)?|personally)\s?[:,]\s?(?!(?:i (?:think|guess|would say))\b)\S+\s+\S/i

/** "You put the handler in controllers/." before it: what follows puts that right. */
function isComplaint(before: string | null): boolean {
  return before !== null && before.length < MAX_REASON_CHARS && COMPLAINT.test(before)
}

const COMPLAINT =
  /^(?:(?:no|nope|ugh|argh|hmm|wait|hey|oh|again|sigh)[,.!]*\s*)*(?:why (?:did|do|are|would) you\b|you (?:just |again |still )?(?:put|used|wrote|made|added|did|named|called|created|placed|forgot|left|changed|removed|broke|\w+ed)\b|(?:ugh|argh|again|not again|wrong|no|nope)[,.! ]*(?:again)?[.!]*$)/i
