/** G-03. The sentences that state a rule: one row for each way people say it. */
import { ARTEFACT, DIRECTIVES } from './rule-words.ts'

export interface RulePattern {
  readonly name: string
  /** Tried at the start of the sentence and of each of its clauses when it begins with ^. */
  readonly cue: RegExp
  /** What else the sentence must show before we believe that it is meant for good. */
  readonly needs: 'nothing' | 'general' | 'artefact' | 'value' | 'trade'
  /** How sure this wording alone makes us. */
  readonly confidence: number
}

const D = `(?:${DIRECTIVES})`
const ADVERBS = String.raw`(?:(?:also|really|just|generally|usually|typically|normally|strictly|only|all|both|now|still|much|strongly|definitely|please|kindly|simply|then|instead|do|always|mostly|exclusively|therefore|actually|would)\s+)*`
const NOT = `(?:don['’]?t|do not|never|should(?:n['’]t| not)|must(?:n['’]t| not)|can(?:not|['’]t)|avoid|no longer)`
const PEOPLE = `(?:we|you|everyone|everybody|developers|devs|engineers|contributors|agents?|people|all of us|all of you|the team)`
const OUR_HOUSE = `(?:we|our (?:team|project|codebase|repo|company|app|stack|backend|frontend)|this (?:team|project|codebase|repo|repository|app)|the (?:team|project|codebase|repo|repository))`
const OF_OURS = String.raw`(?:(?:all|every|each|any|no|new|your|our|the|public|private|exported|async|of|test|unit|react|sql|api|css|env|type|log|error|commit|branch|file|class|method|function|variable|attribute|argument|parameter|module|constant|component|table|column|folder|package|default|named)\s+)*`

/** Between two words of one thought; a longer stretch holds another. */
const GAP = '.{0,240}'

const re = (source: string) => new RegExp(source, 'i')

// biome-ignore format: a table reads best in columns
export const RULE_PATTERNS: readonly RulePattern[] = [
  // What somebody likes.
  { name: 'prefers',            needs: 'nothing',  confidence: 0.88, cue: re(`^(?:i|we)(?:['’]d|\\s+would)?\\s+${ADVERBS}prefer\\b`) },
  { name: 'prefers',            needs: 'nothing',  confidence: 0.85, cue: re(`^(?:please\\s+)?(?:always\\s+)?prefer\\s+\\S+`) },
  { name: 'prefers',            needs: 'nothing',  confidence: 0.85, cue: re(`\\b(?:my|our)\\s+(?:\\w+\\s+)?preference\\s+(?:is|would be|for)\\b`) },
  { name: 'would rather',       needs: 'general',  confidence: 0.75, cue: re(`^(?:i|we)(?:['’]d|\\s+would)\\s+(?:much\\s+)?rather\\s+(?:you|we|have|see|use|not|keep|avoid)\\b`) },
  { name: 'likes or hates',     needs: 'artefact', confidence: 0.78, cue: re(`^(?:i|we)\\s+${ADVERBS}(?:like|love|hate|dislike|detest|can['’]t stand|cannot stand|am not a fan of|don['’]t (?:really\\s+)?(?:like|want|care for)|do not (?:like|want)|want)\\s+(?!(?:to|it|this|that|you|how|the|what|us)\\b)`) },
  { name: 'likes or hates',     needs: 'nothing',  confidence: 0.80, cue: re(`^i\\s+${ADVERBS}(?:like|love|hate|dislike|don['’]t like) it when\\b`) },
  { name: 'no fan of',          needs: 'nothing',  confidence: 0.80, cue: re(`^i['’]?\\s*a?m\\s+(?:really\\s+)?(?:not|no)\\s+(?:a\\s+)?(?:big\\s+|huge\\s+)?fan\\s+of\\b`) },
  { name: 'habit',              needs: 'nothing',  confidence: 0.80, cue: re(`^i\\s+(?:always|never|usually|generally|typically|normally|only|almost always|tend to)\\s+(?:use|write|prefer|work|keep|name|put|commit|squash|rebase|avoid|run|indent|format|type)\\b`) },

  // Always and never, where a person is told.
  { name: 'always',             needs: 'nothing',  confidence: 0.90, cue: re(`^(?:please\\s+)?always\\s+(?!be\\b|ensure\\b)(?:please\\s+)?(?:remember to\\s+)?${D}\\b`) },
  { name: 'always',             needs: 'nothing',  confidence: 0.84, cue: re(`^(?:please\\s+)?(?:always|never)\\s+(?!(?:be|remember|know|make sure|ensure|the|a|an|been|there|here|that|this|so|had|was|is|were|wanted|thought|happy|good|great|mind|again|heard|seen|saw|knew|got|in|on|at|with|for|to|worked|blocking)\\b)[a-z]{3,}(?<!ed)\\s+\\S+`) },
  { name: 'always',             needs: 'nothing',  confidence: 0.88, cue: re(`\\b(?:to|should|must|shall|please|that you|you will|habit of)\\s+always\\s+(?!be\\b)(?:${D}|includ|us|mak|writ|nam|declar|handl)(?:ing)?\\b`) },
  { name: 'always',             needs: 'trade',    confidence: 0.82, cue: re(`\\balways\\s+(?:remember|be|be sure|make sure|ensure|try)\\b`) },
  { name: 'always',             needs: 'nothing',  confidence: 0.85, cue: re(`^${PEOPLE}(?:['’]ll)?\\s+(?:should\\s+|must\\s+|have to\\s+|need to\\s+|will\\s+)?always\\s+(?!be\\b|ensure\\b)${D}\\b`) },
  { name: 'never',              needs: 'nothing',  confidence: 0.90, cue: re(`^(?:please\\s+)?never\\s+(?:ever\\s+|again\\s+|directly\\s+)?(?:${D})\\b`) },
  { name: 'never',              needs: 'nothing',  confidence: 0.88, cue: re(`\\b(?:to|should|must|shall|please|and)\\s+never\\s+(?:ever\\s+)?${D}\\b`) },
  { name: 'never',              needs: 'nothing',  confidence: 0.85, cue: re(`^${PEOPLE}\\s+(?:should\\s+|must\\s+|can\\s+|will\\s+)?never\\s+(?:ever\\s+)?${D}\\b`) },
  { name: 'never',              needs: 'nothing',  confidence: 0.88, cue: re(`^${OF_OURS}${ARTEFACT}\\s+(?:should|must|may|can)\\s+(?:never|always)\\b`) },

  // From now on.
  { name: 'from now on',        needs: 'nothing',  confidence: 0.88, cue: re(`\\b(?:from now on|going forward|moving forward|from here on(?: out)?|from this point on|henceforth|from today(?: on)?|as of (?:now|today)|starting (?:now|today|tomorrow)|for all future|in (?:the )?future|next time)\\b${GAP}\\b(?:${D}(?:s|es|ed|ing)?|should|must|want|need|no|not|never|live|belong|are|is)\\b`) },
  { name: 'from now on',        needs: 'nothing',  confidence: 0.88, cue: re(`\\b(?:${D}(?:s|es|ing)?|should|must|want|need|names?)\\b${GAP}\\b(?:from now on|going forward|moving forward|from here on(?: out)?|from this point on|henceforth|in (?:the )?future)\\b`) },

  // What the house does.
  { name: 'convention',         needs: 'nothing',  confidence: 0.88, cue: re(`\\b(?:rule|convention|standard|guideline|policy|practice|requirement|habit)s?\\b(?:\\s+(?!is\\b|are\\b)[\\w'’]+){0,6}\\s+(?:is|are|says|requires)\\s*:?\\s*(?:that\\b|to\\b|no\\b|not to\\b|always\\b|never\\b|we\\b|you\\b|every\\b|all\\b|use\\b|using\\b|\\w+ing\\b|the (?:consistent\\s+)?use of\\b|one\\b|['"‘“\\uE000]|(?:camel|snake|kebab|pascal)|conventional\\b|tabs\\b|spaces\\b|${ARTEFACT}\\s+(?:start|end|begin|go|live|get|are|use)\\b)`) },
  { name: 'convention',         needs: 'nothing',  confidence: 0.85, cue: re(`^(?:house\\s+|coding\\s+|naming\\s+|team\\s+|style\\s+)?(?:rule|convention|policy|guideline|style|naming|rule of thumb|preference|reminder)\\s*(?:#?\\d+)?\\s*:\\s*\\S+\\s+\\S+`) },
  { name: 'convention',         needs: 'general',  confidence: 0.80, cue: re(`\\b(?:as a rule|by convention|rule of thumb|it['’]?s (?:our|a) (?:convention|policy|practice|rule|standard)(?:\\s+(?:that|to|here|we|of ours)|\\s*[,:])|make it a (?:rule|habit)|in line with our)\\b`) },
  { name: 'house uses',         needs: 'nothing',  confidence: 0.85, cue: re(`^${OUR_HOUSE}(?:['’]re|\\s+are)?\\s+${ADVERBS}(?:uses?|sticks? (?:to|with)|follows?|names?|prefix(?:es)?|suffix(?:es)?|avoids?|standardi[sz]ed?(?: on)?|adheres? to|squash(?:es)?|rebases?|bans?|forbids?|targets?|indents?|pins?|vendors?)\\s+\\S+`) },
  { name: 'house uses',         needs: 'nothing',  confidence: 0.82, cue: re(`^${OUR_HOUSE}\\s+${ADVERBS}(?:don['’]t|do not|doesn['’]t|does not|never|no longer)\\s+${ADVERBS}(?:uses?|commit|write|mock|allow|support|push|do|merge|log|ship|deploy|put|store|catch|throw|import)\\b`) },
  { name: 'house does',         needs: 'artefact', confidence: 0.78, cue: re(`^${OUR_HOUSE}\\s+${ADVERBS}(?:write|keep|put|place|store|log|end|start|begin|commit|deploy|tag|version|document|test|type|wrap|validate|import|export|declare|include|add|sort|group|require|format)s?\\s+(?:all|every|each|our|new|test|tests|code|functions?|methods?|classes|constants|names?|only|to|from|in|with|${ARTEFACT})\\b`) },
  { name: 'house changes',      needs: 'nothing',  confidence: 0.84, cue: re(`^${OUR_HOUSE}(?:['’]re|['’]ve|['’]ll be|\\s+will be|\\s+are|\\s+have|\\s+is|\\s+has)?\\s+${ADVERBS}(?:adopt(?:ing|ed)|standardi[sz](?:ing|ed)|switch(?:ing|ed)(?: over)? to|mov(?:ing|ed)(?: over)? to|migrat(?:ing|ed) to|decided (?:to (?:use|stop|start|adopt|switch|always|never|keep|name|prefix)|against|on)|agreed (?:to|on|that)|banned|dropp(?:ed|ing) support|stopped using|using|(?:start|end|prefix|nam)ing (?=${GAP}\\bnames?\\b${GAP}['"‘“]))\\s*\\S+`) },
  { name: 'stick with',         needs: 'nothing',  confidence: 0.82, cue: re(`^let['’]?s\\s+${ADVERBS}(?:stick (?:with|to)|standardi[sz]e on|settle on|agree (?:on|to|that)|always|never|not use|avoid|keep using|make it a)\\s+\\S+`) },
  { name: 'stick with',         needs: 'general',  confidence: 0.78, cue: re(`^let['’]?s\\s+${ADVERBS}(?:use|keep|put|name|write|prefix|start|end|have|adopt)\\b${GAP}\\b(?:everywhere|throughout|for all|for every|in all|in every|by default|as (?:our|the) (?:default|standard|convention)|across)\\b`) },
  { name: 'stick with',         needs: 'nothing',  confidence: 0.80, cue: re(`^(?:please\\s+)?stick (?:with|to)\\s+(?!it\\b)\\S+`) },

  // How things are named and shaped.
  { name: 'names should',       needs: 'general',  confidence: 0.84, cue: re(`^(?:that\\s+)?${OF_OURS}(?:${ARTEFACT})(?:\\s+(?:names?|in|of|for|files?|messages?|titles?)(?:\\s+(?:the|our|all|any|\\w+))?)*\\s+(?:should|must|shall|need to|needs to|have to|has to|are to|ought to|go(?:es)?|live|belong|get)\\s+${ADVERBS}(?:not\\s+)?(?:be|start|begin|end|include|contain|have|use|follow|live|go|carry|match|stay|come|read|look|say|depend|rely|return|throw|take|export|never|always|under|in|into|next|beside|inside|only)\\b`) },
  { name: 'names are',          needs: 'value',    confidence: 0.82, cue: re(`\\b(?:names?|naming|identifiers?|prefix|suffix|casing|files?|variables|functions|methods|classes|constants|attributes|arguments|parameters|components|branches|columns|tables)\\b${GAP}\\b(?:start|starts|begin|begins|end|ends|include|includes|contain|contains|starting|ending|prefixed|suffixed|are|is|in|follow)\\s+(?:with|by|in|always|the|a|an|be|as|camel|snake|kebab|pascal|upper|lower|screaming|['"‘“\\uE000])`) },
  { name: 'name them',          needs: 'value',    confidence: 0.84, cue: re(`^(?:please\\s+|we\\s+|continue to\\s+|you\\s+)?(?:always\\s+)?(?:start|begin|end|prefix|suffix|append|prepend|include|name|use|write|finish|add|put)\\b${GAP}\\b(?:names?|identifiers?|variables?|functions?|methods?|class(?:es)?|attributes?|arguments?|args|params?|parameters?|constants?|files?|branch(?:es)?|components?|tables?|columns?|commits?|messages?|titles?|them|their)\\b`) },
  { name: 'name them',          needs: 'value',    confidence: 0.80, cue: re(`\\b(?:names?|identifiers?|prefix|suffix)\\b${GAP}\\b(?:should|must|needs?|want|like|require|ensure|make sure|please|have)\\b${GAP}\\b(?:start|begin|end|includ|contain|prefix|suffix|us)`) },
  { name: 'name them',          needs: 'value',    confidence: 0.80, cue: re(`\\b(?:want|like|need|ensure|make sure|remember|please|have to|must|should|require|expect|now|it['’]s simply)\\b${GAP}\\b(?:start|begin|end|includ|contain|prefix|suffix|append|prepend|us)\\w*\\b${GAP}\\b(?:names?|identifiers?|prefix|suffix|them|their)\\b`) },

  // What one is asked for.
  { name: 'wants you to',       needs: 'general',  confidence: 0.80, cue: re(`\\bi(?:['’]d|\\s+would)?\\s+${ADVERBS}(?:want|need|like|expect|ask|request)\\s+(?:for\\s+)?(?:you|us|everyone|the team|all of you)\\s+to\\s+(?:${ADVERBS})(?:start\\s+|begin\\s+|focus on\\s+|not\\s+|get into the habit of\\s+|ensure\\s+)*(?:${D}|includ|us|add|import|incorporat|consider)(?:ing|e)?\\b`) },
  { name: 'wants you to',       needs: 'trade',    confidence: 0.80, cue: re(`\\bi(?:['’]d|\\s+would)?\\s+${ADVERBS}(?:want|need|like|expect)\\s+(?:you|us|everyone|the team|all of you)\\s+to\\s+(?:start|stop|begin|avoid|keep|get into the habit of)\\s+\\w+ing\\b`) },
  { name: 'wants them to',      needs: 'artefact', confidence: 0.80, cue: re(`\\bi(?:['’]d|\\s+would)?\\s+${ADVERBS}(?:want|need|like|expect)\\s+${OF_OURS}${ARTEFACT}\\s+(?:names?\\s+)?(?:to|in|with|without|as)\\b`) },
  { name: 'make sure',          needs: 'general',  confidence: 0.78, cue: re(`^(?:please\\s+)?(?:always\\s+)?(?:just\\s+)?(?:make sure|be sure|ensure|remember|keep in mind|bear in mind|don['’]t forget|do not forget|note)\\s+(?:that\\s+)?(?:to\\s+|you\\s+|you['’]re\\s+|we\\s+|all\\s+|every\\s+|each\\s+|any\\s+)`) },
  { name: 'important that',     needs: 'general',  confidence: 0.76, cue: re(`\\bit(?:['’]s| is)\\s+(?:very\\s+|really\\s+|extremely\\s+)?(?:important|essential|crucial|vital|imperative|critical|mandatory|required)\\s+(?:that\\b|to\\b|for you to\\b|we\\b|you\\b)${GAP}\\b(?:${D}|start|end|includ|contain)`) },
  { name: 'emphasizes',         needs: 'artefact', confidence: 0.76, cue: re(`\\b(?:emphasi[sz]e|stress|insist on|touch on|focus on|insisting on|practice|standard|is)\\b${GAP}\\b(?:the (?:importance|use|consistent use) of|including|using|adding|importing)\\b`) },

  // Whenever.
  { name: 'whenever',           needs: 'trade',    confidence: 0.82, cue: re(`^(?:whenever|every time|each time|any ?time)\\s+(?:you|we|i)\\b${GAP}[,:]?\\s*(?:please\\s+|also\\s+|always\\s+|you should\\s+|i want you to\\s+|make sure\\s+)*\\b(?:${D})\\b`) },
  { name: 'before each',        needs: 'trade',    confidence: 0.80, cue: re(`^(?:before|after)\\s+(?:each|every|any|\\w+ing)\\b[^,]*,\\s*(?:please\\s+|always\\s+|you should\\s+|make sure (?:to\\s+|you\\s+)?|i want you to\\s+)*(?:${D})\\b`) },
  { name: 'before each',        needs: 'trade',    confidence: 0.78, cue: re(`^(?:please\\s+)?(?:${D})\\b${GAP}\\b(?:before|after|on|for|with)\\s+(?:each|every|any)\\s+(?:commit|push|pr|pull request|merge|deploy|release|change|edit|refactor|test|file|function|method|class|module|migration|component|endpoint|new)\\b`) },
  { name: 'before each',        needs: 'trade',    confidence: 0.76, cue: re(`^(?:please\\s+)?(?:${D})\\b${GAP}\\bbefore\\s+(?:committing|pushing|merging|opening|deploying|releasing|editing|changing|refactoring|adding)\\b`) },
  { name: 'when doing',         needs: 'trade',    confidence: 0.80, cue: re(`^when\\s+(?:you(?:['’]re|\\s+are)?\\s+|we(?:['’]re|\\s+are)?\\s+|i\\s+|it comes to\\s+)?(?:\\w+ing|write|add|create|name|define|declare|import|build|make|edit|commit|open|review|refactor|document|design|handle|log|throw|return|test)\\b[^,]*,\\s*(?:please\\s+|also\\s+|always\\s+|never\\s+|you should\\s+|you must\\s+|make sure (?:to\\s+|you\\s+)?|ensure (?:that\\s+)?(?:you\\s+)?|remember to\\s+|i(?:['’]d| would)? (?:want|like|need) (?:you )?to\\s+|we\\s+|don['’]t\\s+|do not\\s+)*(?:${D})\\b`) },
  { name: 'for all',            needs: 'trade',    confidence: 0.80, cue: re(`^(?:for|in|on|with|to)\\s+(?:all|every|each|any|new|your|our|${ARTEFACT}|\\w+\\s+(?:names?|files?|code|tests?|projects?|messages?))\\b[^,]{0,60},\\s*(?:please\\s+|also\\s+|always\\s+|never\\s+|you should\\s+|you must\\s+|make sure (?:to\\s+|you\\s+)?|ensure (?:that\\s+)?(?:you\\s+)?|remember to\\s+|i(?:['’]d| would)? (?:want|like|need|prefer) (?:you )?(?:to\\s+)?|we\\s+|don['’]t\\s+|do not\\s+)*(?:${D})\\b`) },

  // Obligation.
  { name: 'must',               needs: 'general',  confidence: 0.82, cue: re(`^${PEOPLE}\\s+${ADVERBS}(?:must(?:n['’]t| not)?|(?:have|need) to(?! (?:be|create|have|do|make|go|look|set|give|ensure)\\b)|shall(?: not)?|are (?:required|expected|obliged|supposed) to|are(?:n['’]t| not) (?:allowed|permitted|supposed) to|can(?:not|['’]t|\\s+only)|may not|should(?:n['’]t| not)?|ought to)\\s+${ADVERBS}(?:${D}|rely)\\b`) },
  { name: 'must',               needs: 'nothing',  confidence: 0.82, cue: re(`^(?:${PEOPLE}|(?:the|our)\\s+\\w+(?:\\s+\\w+)?|this (?:project|repo|app|code))\\s+(?:must|has to|have to|needs? to)\\s+${ADVERBS}(?:support|stay|remain|maintain|preserve|comply|keep working|work on|run on|work offline|be (?:backwards?|compatible|idempotent|deterministic|reproducible|accessible|thread|signed|encrypted|gdpr))`) },
  { name: 'must',               needs: 'nothing',  confidence: 0.85, cue: re(`^(?:all|every(?! time)|each(?! time)|any|no|new)\\s+[^,]{1,60}?\\b(?:must|has to|have to|needs? to|needs?|should|shall|requires?|gets?|goes?|is to|are to)\\s+${ADVERBS}(?:not\\s+)?(?:${D}|contain|live|carry|come|depend|rely|a|an|at least|through)\\b`) },
  { name: 'mandatory',          needs: 'nothing',  confidence: 0.85, cue: re(`^(?!(?:the|this|that|these|it|a|an)\\b)(?:\\w+\\s+){1,6}?(?:is|are)\\s+(?:strictly\\s+|absolutely\\s+|always\\s+|totally\\s+|never\\s+)?(?:mandatory|required (?:for|on|in|before|everywhere)|forbidden|not allowed|prohibited|banned|off[- ]limits|disallowed|non-negotiable|a must|compulsory|obligatory|not permitted|not acceptable|unacceptable|not welcome|allowed only|only allowed|acceptable)\\b`) },
  { name: 'no circumstances',   needs: 'nothing',  confidence: 0.92, cue: re(`\\b(?:under no circumstances|never ever|don['’]?t ever|do not ever|at all times|without exception|no exceptions|non-negotiable)\\b`) },

  // What not to do, and what to do instead.
  { name: 'do not',             needs: 'artefact', confidence: 0.78, cue: re(`^(?:please\\s+)?(?:don['’]?t|do not)\\s+(?:you\\s+)?(?:ever\\s+|directly\\s+|just\\s+|blindly\\s+|silently\\s+)?${D}\\b`) },
  { name: 'do not',             needs: 'nothing',  confidence: 0.75, cue: re(`^(?:please\\s+)?(?:don['’]?t|do not)\\s+(?:ever\\s+)?use\\s+(?!(?:the|this|that|it|a|an|my|your|too|so|those|these|them|one|both)\\b)\\S+`) },
  { name: 'avoid',              needs: 'nothing',  confidence: 0.80, cue: re(`^(?:please\\s+)?(?:try to\\s+)?(?:avoid|refrain from|steer clear of|stay away from)\\s+(?:\\w+ing|any|all|\\uE000|\\w+\\.\\w+|\\w+\\(|(?!(?:the|this|that|it|these|those)\\b)(?:[\\w-]+\\s+){0,2}?\\w+s\\b|${ARTEFACT})`) },
  { name: 'no such',            needs: 'artefact', confidence: 0.78, cue: re(`^(?:please,?\\s+)?(?:absolutely\\s+)?(?:no|zero|keep out)\\s+(?!more\\s+(?:errors?|issues?|problems?|questions?|changes?|time)\\b)(?:more\\s+)?(?!(?:problem|worries|worry|idea|luck|need|errors?|changes?|issues?|difference|one|way|matter|rush|thanks|reason|doubt|clue|test|tests|output|response|results?|such|that|it)\\b)(?:[\\w\\uE000-]+\\s+){0,3}?(?:(?:${ARTEFACT}|\\w+s|any)\\b|\\uE000+)(?!\\s*,\\s*(?:i|it|that|we)\\b)`) },
  { name: 'instead of',         needs: 'nothing',  confidence: 0.84, cue: re(`^(?:please\\s+)?(?:always\\s+)?(?:just\\s+)?(?:use|write|call|run|import|name|choose|pick|go with|return|throw|raise|log|add|favou?r|reach for|put)\\b.{1,120}?(?:\\s(?:instead of|rather than|in place of|over|as opposed to)\\s|,\\s*(?:and\\s+)?not\\s)`) },
  { name: 'instead of',         needs: 'nothing',  confidence: 0.76, cue: re(`^(?:please\\s+)?use\\s+(?!(?:the|this|that|it|them|my|another|a different)\\b)\\S+(?:\\s\\S+)?\\s+instead\\s*[.!]*$`) },
  { name: 'instead of',         needs: 'nothing',  confidence: 0.76, cue: re(`^(?:[\\w-]+|\\uE000+)(?:\\s[\\w-]+)?\\s+over\\s+(?:[\\w-]+|\\uE000+)(?:\\s[\\w-]+)?\\s*(?:[,.;!]|$|(?:always|everywhere|please|any day|in)\\b)`) },
  { name: 'use for',            needs: 'general',  confidence: 0.76, cue: re(`^(?:please\\s+)?(?:only\\s+)?(?:use|write|put|place|keep|wrap|name|start|begin|end|prefix|log|return|throw|declare|document|annotate|type|sort|group|indent|format|include|validate|treat|mark|import|add)\\b${GAP}\\b(?:(?:for|in|to|with|on|across|as)\\s+(?:all|every|each|any)\\b|everywhere|throughout|by default|in general|all (?:of )?(?:your|our)|whenever|in (?:tests|production|components|commits|migrations|comments|scripts|docs|documentation|names|messages|queries|templates)|for (?:tests|dates|logging|errors|ids|config|mocks|queries|validation|styling|state))`) },
  { name: 'all things',         needs: 'nothing',  confidence: 0.76, cue: re(`^(?:please\\s+)?(?:keep|put|place|write|start|begin|end|prefix|wrap|validate|document|declare|annotate|type|sort|group|include|name|format|indent|sign|squash)\\s+(?:all|every|each|any)\\s+(?!the failing|the remaining|of (?:this|that|these|those))`) },
  { name: 'keep style',         needs: 'artefact', confidence: 0.76, cue: re(`^(?:please\\s+)?(?:try to\\s+)?keep\\s+(?:your\\s+|our\\s+|the\\s+)?(?:${ARTEFACT}|answers|replies|explanations|responses|lines)\\s+(?:names?\\s+|messages?\\s+)?(?:short|small|concise|brief|under|below|pure|simple|flat|sorted|alphabetical|focused|thin|private|atomic|in|out|free|terse|lower|minimal|to)\\b`) },
  { name: 'not how we do',      needs: 'general',  confidence: 0.72, cue: re(`^(?:you|agents?|developers)\\s+${NOT}\\s+(?:${D})\\b`) },
  { name: 'stop',               needs: 'nothing',  confidence: 0.80, cue: re(`^(?:please\\s+|can you\\s+|just\\s+)?(?:stop|quit|no more)\\s+(?!(?:it|this|that|here|now|the (?:server|process|build|app|container|task|job|daemon|watcher|dev|script|test|run))\\b)\\w+ing\\b\\s+\\S+`) },
  { name: 'stop',               needs: 'nothing',  confidence: 0.76, cue: re(`^you\\s+(?:always\\s+)?keep\\s+(?!(?:the|this|it)\\b)\\w+ing\\b\\s+\\S+`) },

  // Turns of phrase that stand alone.
  { name: 'whenever',           needs: 'trade',    confidence: 0.80, cue: re(`^(?:whenever|every time|each time|any ?time)\\s+(?!i\\b)[^,]{3,100}?(?:,|\\b(?:you|we)\\s+(?:should|must|need to|have to))\\s+(?:please\\s+|always\\s+|also\\s+|you should\\s+|you must\\s+)*(?:${D})\\b`) },
  { name: 'when in doubt',      needs: 'nothing',  confidence: 0.80, cue: re(`^(?:when|whenever|if) (?:you(?:['’]re| are)\\s+)?(?:in doubt|unsure|not sure|uncertain)[^,]{0,40},?\\s+(?:please\\s+|always\\s+|just\\s+)*(?:${D})\\b`) },
  { name: 'writes as',          needs: 'nothing',  confidence: 0.76, cue: re(`^(?:please\\s+)?(?:write|name|format|phrase|spell|document|indent|order|sort)\\s+(?:(?:all|your|our)\\s+)?(?!(?:the|this|that|these|those|some|a|an)\\b)(?:[\\w-]+\\s+)?(?:${ARTEFACT}|answers|replies|sentences)\\s+(?:as|in|with|without|like|alphabetically)\\b`) },
  { name: 'house does',         needs: 'nothing',  confidence: 0.78, cue: re(`^${OUR_HOUSE}\\s+${ADVERBS}(?:${D})s?\\b${GAP}\\b(?:everywhere|throughout|by default|across (?:the|all|our))\\b`) },
  { name: 'names are',          needs: 'value',    confidence: 0.80, cue: re(`^(?:(?:all|our|new)\\s+)?(?!(?:the|this|that|these|those)\\b)(?:[\\w-]+\\s+){0,2}?(?:${ARTEFACT})\\s+(?:\\w+ing\\s+[\\w-]+\\s+)?(?:gets?|takes?|uses?|carry|carries)\\s+\\S+`) },
  { name: 'names are',          needs: 'nothing',  confidence: 0.78, cue: re(`^(?:(?:all|our|new)\\s+)?(?!(?:the|this|that|these|those)\\b)(?:[\\w-]+\\s+){0,2}?(?:${ARTEFACT})\\s+(?:\\w+ing\\s+[\\w-]+\\s+)?(?:(?:start|begin|end)\\s+(?:with|in)\\s+\\S+|are\\s+(?:always\\s+|never\\s+)?(?:written\\s+|named\\s+|kept\\s+)?(?:in\\s+(?:the\\s+)?(?:imperative|present|past|english|british|american|camel|snake|pascal|kebab|upper|lower|plural|singular)|lower-?case|upper-?case|plural|singular|sorted|prefixed|suffixed|signed|squashed|named (?:after|by|like)|versioned)|are\\s+(?:always|never)\\s+\\w+|only\\s+(?:happen|come|go|run|live)\\s+(?:from|in|on|through|via))`) },
  { name: 'for these',          needs: 'nothing',  confidence: 0.80, cue: re(`^(?:for|in)\\s+(?!(?:this|that|these|those|the)\\b)(?:[\\w-]+\\s+){0,2}?[\\w-]+,?\\s+we\\s+(?:always\\s+)?(?:use|go with|stick (?:to|with)|prefer|follow)\\b`) },
  { name: 'nobody may',         needs: 'nothing',  confidence: 0.84, cue: re(`^(?:nobody|no one|no-one)\\s+(?:may|can|should|must|is allowed to|is supposed to|ever)\\s+(?:${D})\\b`) },
  { name: 'not this, that',     needs: 'nothing',  confidence: 0.80, cue: re(`^(?:you|we)\\s+(?:can(?:not|['’]t)|must not|mustn['’]t|should(?:n['’]t| not)|may not)\\s+use\\s+(?!(?:the|this|that|it)\\b)\\S+.{0,60}?[,;]\\s*(?:please\\s+)?(?:use|prefer)\\b`) },
  { name: 'instead of',         needs: 'nothing',  confidence: 0.80, cue: re(`^(?:instead of|rather than)\\s+(?!(?:this|that|it|the|doing that)\\b)[^,]{2,50}?,?\\s+(?:please\\s+|always\\s+)*(?:use|write|call|prefer|run|return|throw)\\s+(?!(?:this|that|it)\\b)\\S+`) },
  { name: 'adjective',          needs: 'nothing',  confidence: 0.76, cue: re(`^(?:please,?\\s+)?(?:only\\s+)?(?:lower-?case|upper-?case|camel-?case|snake_?case|pascal-?case|kebab-?case|plural|singular|single|double|two-space|four-space)\\s+(?:[\\w-]+\\s+)?(?:names|quotes|indentation|keys|columns|identifiers|constants|slugs|headers)\\b`) },
  { name: 'may only',           needs: 'trade',     confidence: 0.80, cue: re(`^(?:you|we)\\s+(?:may|can|should|must)\\s+only\\s+(?:ever\\s+)?(?:${D})\\b`) },
  { name: 'would like',         needs: 'nothing',   confidence: 0.78, cue: re(`^i(?:['’]d| would)\\s+${ADVERBS}(?:like|prefer)\\s+(?:shorter|short|longer|concise|brief|detailed|fewer|less|more|no|smaller)\\s+(?:[\\w-]+\\s+){0,2}?(?:${ARTEFACT}|answers|replies|responses|explanations)\\b`) },
  { name: 'wants never',        needs: 'nothing',  confidence: 0.82, cue: re(`^i\\s+(?:never|don['’]?t ever|do not ever)\\s+want\\s+(?:to see\\s+|you to\\s+)?\\S+`) },
  { name: 'make it a habit',    needs: 'nothing',  confidence: 0.82, cue: re(`\\bmake it a (?:rule|habit|practice) to\\s+(?:always\\s+)?(?:${D})\\b`) },
  { name: 'off limits',         needs: 'nothing',  confidence: 0.82, cue: re(`^(?:the|our)\\s+[\\w\\s/.-]{2,40}?\\s+(?:is|are)\\s+(?:strictly\\s+|absolutely\\s+|always\\s+)?(?:off[- ]limits|forbidden|not allowed|banned|prohibited|non-negotiable)\\b`) },
]
