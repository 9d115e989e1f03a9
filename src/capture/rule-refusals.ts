/** G-03. What looks like a rule and is none: stories, plans, courtesies, orders for the moment. */
import { AT_HAND, FOR_NOW } from './rule-words.ts'

interface Refusal {
  readonly reason: string
  readonly cue: RegExp
  /** A sentence that says "from now on" or "always" plainly is not refused on this ground. */
  readonly yieldsToStanding: boolean
}

/** Said for good, in so many words. */
export const STANDING =
  /\b(?:from now on|going forward|moving forward|henceforth|from here on|from this point on|in (?:the )?future|always|never|every time|whenever|(?:each|every) (?:answer|reply|time|commit|change|response|message)|as a rule|at all times|under no circumstances|without exception)\b/i

// biome-ignore format: a table reads best in columns
const REFUSALS: readonly Refusal[] = [
  { reason: 'a courtesy',            yieldsToStanding: false, cue: /\b(?:don['’]?t|do not|never|please do not)\s+(?:\w+\s+)?(?:hesitate|worry|mind|be (?:afraid|shy|scared|sorry|discouraged)|panic|bother|sweat|stress|give up|get me wrong|lose hope|underestimate|be surprised)\b|\bnever\s?mind\b|\bfeel free\b|\bgood luck\b|\bkeep up\b|\bkeep me (?:posted|updated)\b|\breach out\b/i },
  { reason: 'a courtesy',            yieldsToStanding: false, cue: /\b(?:i['’]m|i am|we['’]re|we are|you['’]re|you are|it['’]s|it is|is|are|will|be)\s+always\s+(?:here|happy|glad|open|available|looking|great|good|nice|been|ready|welcome|appreciated|a pleasure|room|there|something|better|best|fun|learning|interesting)\b|\balways\s+(?:appreciate|enjoy|wanted|thought|loved|admired|believed|found|happy|here for you|remember that i)\b/i },
  { reason: 'thanks or agreement',   yieldsToStanding: false, cue: /^(?:thanks|thank you|great|perfect|awesome|nice|good (?:job|work|point|idea|morning|question)|looks good|sounds good|sure|got it|understood|lgtm|yes please|you['’]re (?:right|welcome)|makes sense|fair enough|exactly|absolutely)\b[^,]*$/i },
  { reason: 'a plan of one\'s own',  yieldsToStanding: false, cue: /^(?:i['’]ll|i will|i assume|i try|i also try|i['’]d love|i look|i appreciate|i can['’]?t wait|i['’]m going to|i am going to|i['’]m about to|i plan to|i have to|i need to|i must|i should|i can|i could|i might|i was|i had|i ['’]?ve been|i['’]ve|i just|i tried|i ran|i think|i thought|i believe|i feel|i noticed|i saw|i see|i know|i remember|i forgot|i got|i found|i changed|i added|i made|i wrote|i did|i didn['’]?t|i don['’]?t (?:know|think|see|understand|remember|get|mind|have|need)|i understand|i guess|i hope)\b/i },
  { reason: 'a story',               yieldsToStanding: false, cue: /^(?:we|they|he|she|it|you)\s+(?:used to|had to|had|were|was|did(?:n['’]?t| not)?|tried|decided not|ended up|always (?:had|got|used|did|were|was|get|end|run into|see|seem)|never (?:had|got|used|did|were|was|saw|fixed|finished|get|seem|see|heard))\b/i },
  { reason: 'what a thing does',     yieldsToStanding: false, cue: /\b(?:it|this|that|there|which|the\s+[\w\s-]{1,40}?|[\w-]+\(\)|\uE000+)\s+(?:just\s+|still\s+|almost\s+|nearly\s+)?(?:always|never)\s+(?:fails?|failed|breaks?|returns?|crash(?:es)?|works?|worked|hangs?|gets?|ends? up|shows?|happens?|throws?|runs? (?:out|into)|finish(?:es)?|completes?|times? out|seems?|looks?|is|was|has|had|resolves?|loads?|renders?|compiles?|passes|takes?|goes|comes?|reaches|fires?|succeeds?|terminates?)\b/i },
  { reason: 'a guess',               yieldsToStanding: false, cue: /\b(?:must|has to|have to)(?:\s+\w+)?\s+(?:be (?:a|an|the|some|something|because|due|coming|happening|missing|that|wrong|broken|related|cached|caused|from|in there|it)|have (?:been|changed|broken|missed|forgotten|had|gone|happened|left|something))\b|\bthere must\b/i },
  { reason: 'an expected outcome',   yieldsToStanding: true,  cue: /\b(?:tests?|build|it|everything|ci|lint(?:er|ing)?|types?|suite|pipeline|app|page|server|specs?|checks?)\s+(?:all\s+)?(?:still\s+|should\s+(?:now\s+|all\s+|still\s+)?)?(?:pass(?:es|ing)?|works?|compiles?|builds?|succeeds?|runs?(?=\s*(?:$|[.!,]|again|fine|now|ok|locally))|(?:is|are|be) green|load|render)\b(?!\s+before\s+(?:\w+ing|every|each|any))/i },
  { reason: 'only for the moment',   yieldsToStanding: false, cue: /\b(?:for (?:now|the moment|the time being|this (?:run|test|one|task|demo|time|pr|commit|branch|session|call|feature|ticket|bug|week))|just (?:this )?once|this (?:time|once) only|temporarily|today only|only (?:for )?today|in the meantime)\b/i },
  { reason: 'only for the moment',   yieldsToStanding: true,  cue: FOR_NOW },
  { reason: 'the next step',         yieldsToStanding: true,  cue: /^(?:ok(?:ay)?[,.!]?\s+|great[,.!]?\s+|good[,.!]?\s+|cool[,.!]?\s+|and\s+|so\s+)*(?:now|then|next(?! time)|first|after that|afterwards|finally|lastly|once (?:that|it|this|you)|when (?:you(?:['’]re|\s+are)\s+)?(?:done|finished|ready|that|it|this)|as a (?:first|next) step|let['’]?s (?!(?:always|never|stick|standardi[sz]e|agree|settle|use|keep (?!going|it|this|that|track)|avoid|not use|make it a|adopt|name|put|write|prefix|start (?:\w+ing)|end|have|stay|call|include)\b))\b(?!,)/i },
  { reason: 'the thing at hand',     yieldsToStanding: true,  cue: AT_HAND },
  { reason: 'what was just said',    yieldsToStanding: true,  cue: /\b(?:the (?:first|second|third|other|last|latest|current|previous|next|same|new one|failing|broken|remaining|existing|above|below|following) \w+|(?:option|step|approach|version|number|variant|proposal) (?:\d|[a-d]\b|one|two|three)|your (?:first|second|last|other|previous|suggestions?|version|approach|idea|solution)|anything else|nothing else|the rest|what (?:you|i|we) (?:did|have|just|said|wrote|had)|line \d+)\b/i },
  { reason: 'points at something unsaid', yieldsToStanding: true, cue: /^(?:please\s+)?(?:don['’]?t|do not|never|always|stop|avoid|just|only|use|keep|make|put|run|do|fix|change|remove|delete|touch|start|end|add)\s+(?:\w+ing\s+)?(?:it(?! a (?:rule|habit|practice))|that|this|them|those|these|one|so)\b(?!\s+(?:(?:names?|identifiers?)\s+)?(?:with|in|under|into|by)\s+(?:a |an |the )?(?:\w+\s+){0,2}['"‘“\uE000])/i },
  { reason: 'an answer, not a rule', yieldsToStanding: false, cue: /^(?:yes|yeah|yep|yup|nope?|nah|no)[.!]?$|^(?:yes|yeah|no),?\s+(?:thanks|thank you|that['’]?s (?:fine|ok|okay|all|it|good|great|correct|right)|it['’]?s (?:fine|ok|okay|good)|go ahead|i['’]?m (?:good|fine|ok)|not (?:yet|now|really|at all|sure|today)|we['’]?re good|please|don['’]?t worry|leave it|never ?mind|i (?:haven['’]?t|don['’]?t (?:think|know|have)|didn['’]?t|can['’]?t|won['’]?t|think|guess))\b/i },
  { reason: 'a report of trouble',   yieldsToStanding: false, cue: /\b(?:doesn['’]?t work|does not work|isn['’]?t working|not working|still (?:fails|failing|broken|see|get|getting|not)|is broken|got an? (?:error|exception)|getting an? (?:error|exception)|keeps? (?:failing|crashing|breaking|happening|getting))\b/i },
  { reason: 'a possibility',         yieldsToStanding: false, cue: /\b(?:might|may|could) (?:be|become|look|want|need|have|also)\b|\balways moving forward\b/i },
  { reason: 'a form, not a rule',    yieldsToStanding: false, cue: /^(?:the\s+)?(?:\w+\s+)?(?:field|password|username|email|value|parameter|option|argument)\s+is\s+(?:required|mandatory)\b/i },
  { reason: 'a wish for the moment', yieldsToStanding: true,  cue: /(?:^|[,;:.!—–-]\s*|\b(?:so|and|but)\s+)i(?:['’]d| would)? (?:just |also |really |still |probably )?(?:like|love|want|need|hope|wanted|plan|wish) (?:us |you )?to (?!(?:see|review|approve|check|be asked|know)\b[^.]{0,80}\b(?:before|first|every|each)\b)(?!(?:start|stop|use|avoid|write|add|name|include|end|begin|prefix|follow|be|keep|always|never|not|focus|get into|make|import|ensure|consider|incorporate|document|put)\b)/i },
  { reason: 'thinking aloud',        yieldsToStanding: false, cue: /^(?:(?:but|and|so|well|ok|okay|hmm+|also|now)[,.]?\s+)*(?:i thought|i wonder|wondering|i['’]?m (?:not )?(?:sure|wondering|thinking|confused)|my (?:\w+ )?(?:thinking|guess|understanding|point|worry|question|impression|suspicion|first thought)|apparently|it (?:looks|seems|sounds|feels) (?:like|as|that)|looks like|seems like)\b/i },
  { reason: 'nothing decided',       yieldsToStanding: false, cue: /\b(?:decided|agreed|settled|chose) (?:nothing|on nothing|not(?:hing)? yet)\b|\bhaven['’]?t (?:yet )?(?:decided|agreed|settled)\b/i },
  { reason: 'a change of mind',      yieldsToStanding: false, cue: /\bchanged my mind\b/i },
  { reason: 'what it is good for',   yieldsToStanding: false, cue: /\bso (?:that )?(?:we|i|you|it|they) (?:can|could|will|may|might)\b[^.]{0,80}\b(?:in (?:the )?future|later|next time)\b|\bto (?:prevent|avoid|keep|make sure|ensure|help|improve)\b[^.]{0,80}\bin (?:the )?future\b/i },
  { reason: 'one more of it',        yieldsToStanding: true,  cue: /\b(?:don['’]?t|do not) \w+ (?:another|a (?:new|separate|second))\b/i },
  { reason: 'how often it is there', yieldsToStanding: true,  cue: /\bin (?:\d+|two|three|four|five|several|some|many|a few) (?:places|files|spots|modules|tests|components)\b/i },
  { reason: 'what there is',         yieldsToStanding: true,  cue: /^there(?:['’]s| is| are| was| were)\b/i },
  { reason: 'the talk itself',       yieldsToStanding: true,  cue: /\b(?:your|the|that) (?:[\w-]+ )?(?:proposed|suggested|previous|latest|current|last|original|first|second) (?:[\w-]+ )?(?:approach|plan|answer|message|version|idea|suggestion|proposal|design|prompt|option|change|commit|edit|draft|attempt)s?\b|\byou (?:just|previously) \w+|\byou \w+ (?:previously|before|earlier|just now)\b/i },
  { reason: 'asked for at the end',  yieldsToStanding: true,  cue: /[,;.—–-]\s*(?:please |so |and |then |can you |could you |just )*(?:add|fix|change|do|make|update|remove|put|implement) (?:that|it|this|them|those)\b|[,;.]\s*see (?:the|attached|below|above|my|screenshot|mockup)\b/i },
  { reason: 'a thing to find out',   yieldsToStanding: true,  cue: /^(?:please\s+)?(?:check|see|find out|figure out|look (?:at|into|for|up)|tell me|show me|explain (?:how|why|what|this|the)|list|search|investigate|debug|review (?:this|the)|let me know|can you)\b/i },
]

/**
 * The first reason to leave a clause alone; null when there is none. A row that begins with ^ looks
 * at the clause that states the rule, the others at the whole sentence.
 */
export function refusalOf(sentence: string, clause: string, isStanding = false): string | null {
  const standing = isStanding || STANDING.test(sentence)
  const refusal = REFUSALS.find(({ cue, yieldsToStanding }) => {
    if (standing && yieldsToStanding) return false
    if (!cue.source.startsWith('^')) return cue.test(sentence)
    return cue.test(clause) || cue.test(clause.replace(TIME_LEAD, ''))
  })
  return refusal?.reason ?? null
}

/** A decision may speak of what lies at hand; thinking aloud or going back on it decides nothing. */
export function standsAgainstDecision(refusal: string): boolean {
  return AGAINST_DECISIONS.has(refusal)
}

const AGAINST_DECISIONS: ReadonlySet<string> = new Set([
  'thinking aloud',
  'a change of mind',
  'nothing decided',
  'the talk itself',
  'what was just said',
])

const TIME_LEAD =
  /^(?:from now on|going forward|moving forward|in (?:the )?future|from here on|so|then)\b[,:]?\s*/i
