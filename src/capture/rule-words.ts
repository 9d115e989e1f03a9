/** G-03. The vocabulary of rules: what developers make, what they are told to do with it. */

/** Things a rule can be about. Plural endings are added by the pattern. */
export const ARTEFACTS =
  'name|identifier|function|method|variable|var|attribute|argument|arg|parameter|param|field|' +
  'property|class|constant|module|file|filename|folder|directory|package|import|export|test|spec|' +
  'suite|commit|branch|pr|pull request|merge request|mr|merge|comment|docstring|annotation|' +
  'type hint|type|interface|enum|component|hook|endpoint|route|handler|controller|service|' +
  'migration|table|column|query|index|schema|model|error|exception|log|log line|message|' +
  'config|setting|secret|key|env var|environment variable|dependency|script|fixture|mock|stub|' +
  'snapshot|date|timestamp|id|uuid|string|number|boolean|line|semicolon|tab|space|quote|' +
  'decorator|assertion|assert|assert statement|try statement|statement|prefix|suffix|loop|' +
  'callback|promise|release|deploy|deployment|tag|version|changelog|response|request|header|' +
  'selector|style|translation|label|title|heading|doc|readme|code|codebase|repo|repository|' +
  'api|database|library|flag|feature flag|todo|emoji|ticket|issue|review|diff|patch|pipeline|' +
  'job|workflow|container|image|volume|cache|event|struct|trait|macro|lambda|closure|global|' +
  'singleton|getter|setter|helper|default|default export|named export|literal|magic number|' +
  'whitespace|indentation|newline|prop|state|action|reducer|store|context|page|screen|layout|' +
  'button|form|input|unit|integration test|unit test|e2e test|abbreviation|acronym|hungarian'

/** One artefact, singular or plural. */
export const ARTEFACT = `(?:${ARTEFACTS})(?:e?s|ies)?`

/** What one is told to do with code. Used in imperatives and after "we", "you should", "to". */
export const DIRECTIVES =
  'use|prefer|avoid|write|name|call|prefix|suffix|start|begin|end|finish|include|add|append|' +
  'prepend|put|place|keep|store|group|sort|order|wrap|log|return|throw|raise|catch|handle|' +
  'validate|check|document|comment|annotate|type|mark|declare|define|squash|rebase|sign|pin|' +
  'format|lint|indent|run|test|commit|push|merge|branch|tag|deploy|release|ship|import|export|' +
  'require|mock|stub|assert|verify|follow|stick|adhere|respect|make|create|set|pass|give|have|' +
  'ask|explain|answer|respond|reply|show|tell|read|look|search|update|bump|install|extend|' +
  'inherit|compose|inject|cache|encrypt|escape|sanitize|sanitise|parametrize|parameterize|' +
  'expose|hide|split|extract|inline|reuse|refactor|rename|delete|remove|touch|edit|modify|' +
  'change|generate|hardcode|hard-code|introduce|leave|let|be|do|go|ensure|apply|build|open|' +
  'close|review|specify|provide|capitalize|capitalise|lowercase|uppercase|consult|quote|cite|' +
  'separate|limit|cap|bundle|treat|assume|guess|rely|mention|suggest|propose|skip|disable|' +
  'enable|silence|ignore|swallow|bypass|force|mutate|reassign|override|shadow|nest|chain|await|' +
  'block|sleep|print|dump|leak|expose|share|send|upload|publish|query|select|join|wear|confirm'

/** Words that make a sentence speak of all cases rather than of the one at hand. */
const GENERAL =
  /\b(?:all|every|each|any|anything|everything|everywhere|anywhere|whenever|always|never|ever|generally|in general|by default|throughout|consistently|no matter|per (?:file|function|commit|test|module|class|pr|feature|component)|across (?:all|the|our)|from now on|going forward|moving forward|in (?:the )?future|at all times|as a (?:rule|habit)|in the habit|into the habit)\b/i

/** Things in the plural without an article stand for their kind; so does code as such. */
const OF_A_KIND = new RegExp(
  String.raw`(?<!\b(?:the|this|that|these|those|his|her|its|their|some|two|three|four|few|several|failing|broken|remaining|missing|following|above|other|last)\s+(?:[\w-]+\s+){0,2})\b(?:(?:${ARTEFACTS})(?:e?s)|dependencies|queries|properties|directories|repositories|libraries|indices|prs|mrs|code|main|master|trunk|production|prod|indentation|whitespace|english|british|american)\b`,
  'i',
)

/** Work that is done once, however many things it is done to. */
const DONE_ONCE =
  /^(?:please\s+|i(?:['’]d| would)? (?:want|like|need) you to\s+|you (?:should|must|need to|have to)\s+|we (?:should|must|need to|have to)\s+|make sure (?:to\s+|you\s+)?|be sure to\s+|remember to\s+|don['’]?t forget to\s+)*(?:fix|run|rerun|update|remove|rename|delete|check|review|list|implement|create|build|refactor|migrate|convert|replace|move|change|apply|revert|finish|complete|resolve|merge|install|push|commit|deploy|open|close|read|look|add (?:a|an|the|some)|write (?:a|an|the|some))\b/i
const REPEATED =
  /\b(?:always|never|every time|whenever|each time|from now on|going forward|before (?:each|every|any|\w+ing)|after (?:each|every|any|\w+ing)|(?:every|each|any|all) new|for (?:every|each|any)|all (?:of )?(?:your|our)|remember to|don['’]?t forget to)\b/i

/** Speaks of software at all: an artefact, code, a value, or a word of the trade. */
const TRADE = new RegExp(
  String.raw`\b(?:${ARTEFACT}|sql|python|typescript|javascript|java|rust|golang|css|html|react|vue|git|docker|json|yaml|toml|ci|regex|markdown|bash|shell|cli|sdk|orm|http|rest|graphql|grpc|i/o|async|await|zod|validation|styling|linter|formatter|compiler|debugger|readability|refactoring|logging|caching|typing|testing|naming|syntax|keywords?|variables?|utc|commits?)\b`,
  'i',
)

export function isGeneral(clause: string): boolean {
  if (DONE_ONCE.test(clause) && !REPEATED.test(clause)) return false
  return OF_A_KIND.test(clause) || (GENERAL.test(clause) && isOfTheTrade(clause))
}

export function isOfTheTrade(clause: string): boolean {
  return TRADE.test(clause) || VALUE.test(clause)
}

export function namesArtefact(clause: string): boolean {
  return OF_A_KIND.test(clause) || /\b(?:any|every|each|all)\s+\w+/i.test(clause)
}

/** Speaks of the thing at hand. "This project" and "that rule" are no such thing. */
export const AT_HAND =
  /\b(?:this|(?<!\b(?:\w{3,}s|is|are|so|sure|ensure|such|note|remember|mind|everything|anything|something|code|function|method|class|module|way|means)\s)that|these|those)(?!\s+(?:is|are|isn['’]?t|project|repo|repository|codebase|code base|team|company|org|organi[sz]ation|workspace|monorepo|package|app|application|service|product|library|crate|game|firmware|backend|frontend|stack|system|convention|rule|standard|practice|guideline|means|way|kind|type|sort|is (?:a|the|our|how|important)|should|must|we|you|i|when|the|all|every|it|they|naming|style|makes?|helps?|ensures?|will|update|change|new|there|function names?|names? (?:with|in)|end|particular)\b)\s+\w+/i

/** For the moment, and gone with it. */
export const FOR_NOW =
  /\b(?:for (?:now|the moment|the time being|today|this|that|a (?:second|minute|moment|bit|while))|right now|just (?:this )?once|this (?:time|once|run|round|week|morning|afternoon|sprint)|(?:un)?til (?:i|we|you|it|the|tomorrow|then|further|that|this|after)|temporarily|today only|tonight|in the meantime|for the demo|in a (?:sec|second|minute|moment)|before (?:i|you|we) (?:go|leave|continue|start|proceed|forget|do that|merge|commit|push|run|finish))\b|\byet(?=\s{0,4}(?:$|[.,;!)]))|\bnow\s*[.!]*$/i

/** A quoted value or a casing: what a naming rule hands out. */
export const VALUE =
  /['"‘“][^'"’”\n]{1,40}['"’”]|\b(?:camel|pascal|snake|kebab|upper|lower|title|sentence|screaming|dot)[ _-]?(?:snake[ _-]?)?case\b|\bUPPERCASE\b|\b[a-z]{1,4}_(?=\s|$|[.,;])|(?<=\s)_[a-z]{1,4}\b|\bdigits?\b|\bunderscores?\b|\uE000/i
