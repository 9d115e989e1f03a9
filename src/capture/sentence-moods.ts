/** G-03. How a sentence was meant: said, asked for, asked, supposed, or quoted from others. */

export type Mood = 'statement' | 'request' | 'question' | 'hypothetical' | 'quotation'

/** Stands for a quotation that was taken out of its sentence. */
export const QUOTE_MARK = '\uE002'

interface MoodCue {
  readonly mood: Mood
  readonly cue: RegExp
}

const LEAD = String.raw`^(?:(?:and|but|so|ok|okay|hmm+|well|also|then|oh|hey|wait|or|btw|just|please)[,.!]?\s{1,4}){0,6}`

/** The first row that fits decides. A polite request is asked for, whatever its sign at the end. */
// biome-ignore format: a table reads best in columns
const MOODS: readonly MoodCue[] = [
  { mood: 'hypothetical', cue: new RegExp(`${LEAD}(?:what if|suppose|supposing|imagine|assum(?:e|ing)|hypothetically|in theory|theoretically|let['’]?s say|say we|let['’]?s (?:pretend|assume|imagine))\\b`, 'i') },
  { mood: 'hypothetical', cue: new RegExp(`${LEAD}(?:maybe|perhaps|possibly|i wonder|i['’]?m wondering|not sure|i guess|i suppose|thinking out loud)\\b`, 'i') },
  { mood: 'hypothetical', cue: /\bif\s+(?:we|i|you|they|it|one|someone|that|this|the\s+\w+)(?:['’]d|\s+(?:had|were|was|could|would|used|(?!need)\w{2,}ed))\b/i },
  { mood: 'hypothetical', cue: /(?<!\b(?:because|since|as|in case|so that|that|what)\s)\b(?:we|you|i|one|they)\s+(?:could|might|may)\s+(?:also\s+|always\s+|just\s+|even\s+|maybe\s+)?(?:want|use|try|have|switch|move|go|add|consider|do|always|never|prefer|start)\b/i },
  { mood: 'hypothetical', cue: /\b(?:would|might) be (?:nice|better|cool|great|good|worth|nicer|easier|cleaner|interesting|an option|an idea)\b/i },
  { mood: 'request',      cue: new RegExp(`${LEAD}(?:can|could|would|will) you (?:please |pls )?(?:always|never|generally|in general|as a rule|by default|stop \\w+ing)\\b(?!.{0,200}\\b(?:rely|assume|trust)\\b)`, 'i') },
  { mood: 'request',      cue: new RegExp(`${LEAD}(?:(?:can|could|would|will) you|would you mind)\\b.*\\b(?:from now on|going forward|in (?:the )?future|from here on|every time|each time)\\b`, 'i') },
  { mood: 'question',     cue: /[?？][!?？…"'”’)\]]{0,8}\s{0,8}$/ },
  { mood: 'question',     cue: new RegExp(`${LEAD}(?:why|how|what|which|who|whose|where|when (?:do|does|did|should|can|will|is|are))\\s+(?:exactly\\s+|else\\s+|then\\s+)?(?:do|does|did|is|are|was|were|should|would|can|could|will|must|have|has|about|come)\\b`, 'i') },
  { mood: 'question',     cue: new RegExp(`${LEAD}(?:should|shall|do|does|did|is|are|was|were|has|have|can|could|would|will|must|may|isn['’]?t|aren['’]?t|don['’]?t(?! you dare)|doesn['’]?t|shouldn['’]?t|wouldn['’]?t|can['’]?t) (?:we|you|i|it|they|he|she|there|that|this|the|these|those|our|my|your|any|anyone|someone)\\b`, 'i') },
  { mood: 'quotation',    cue: new RegExp(`${QUOTE_MARK}\\s*[,.]?\\s*(?:says|said|according|writes|wrote)|\\b(?:says?|said|wrote|writes?|reads?|quote)\\s*[:,]?\\s*${QUOTE_MARK}`, 'i') },
  { mood: 'quotation',    cue: /\b(?:docs?|documentation|readme|error|message|log|logs|output|compiler|linter|eslint|typescript|tsc|warning|article|blog|post|stack ?overflow|tutorial|copilot|chatgpt|book|paper|spec|changelog|manual|wikipedia|website|page)\b(?:(?!\b(?:you|i|we)\b)[^.]){0,40}\b(?<!\b(?:should|shall|must|may|can|cannot|(?:has|have|needs?) to)\s(?:(?:not|always|never|also|only)\s)?)(?:says?|said|claims?|states?|recommends?|suggests?|complains?|complaining|tells?|told|warns?|insists?|mentions?|reads)\b/i },
  { mood: 'quotation',    cue: /\b(?:the|my|our|their|a|this|some|one)\s(?:previous |former |other |last |new |senior )?(?:reviewer|customer|client|boss|colleague|coworker|developer|dev|author|maintainer|reporter|user|manager|stakeholder|designer|contractor|speaker|consultant|support|vendor|friend|teacher|guy|lady|intern|tool|script|bot|ci)\s(?:also |always |just |once )?(?:wrote|writes|said|says|asked|asks|wants?|wanted|preferred|prefers|thinks?|suggested|suggests|claims?|demanded|demands|told|printed|prints|recommended|recommends|insists?|mentioned|commented)\b/i },
  { mood: 'quotation',    cue: /^(?!(?:We|You|They|It|This|That|Who|What|Everyone|Legal|Security|Compliance|Nobody|Someone)\b)[A-Z][a-z]{1,20}\s(?:and [A-Z][a-z]{1,20}\s)?(?:wants?|wanted|asked|asks|told|wrote|writes|thought|likes?) (?:us|me|you|that|to|the|it)\b/ },
  { mood: 'quotation',    cue: /^(?!(?:our|my|new|please|note|remember|rule|decision|zum|zur|für|pour|para|sobre|per)\b)(?:[#@]?[\w'’./-]+\s){0,4}?(?:ticket|issue|story|bug report|report|jira|mail|e-?mail|message|chat|thread|slack|docs?|documentation|spec|readme|changelog|guide|article|comment|review|error|warning|log|output|text|excerpt|quote|description|requirement|faq|page|website|terms|title|subject|body|[A-Z]{2,10}-\d{1,6})(?:\s(?:text|says?|said|reads?|body|description|title|from|by|of|in|on)\b[^:.]{0,30})?\s?[:>]\s+\S/i },
  { mood: 'quotation',    cue: /\bas an? [\w-]+(?: [\w-]+){0,2},? i (?:always |never )?(?:want|need|would like|can|should)\b/i },
  { mood: 'quotation',    cue: /^(?:(?:i|we|just|so|ok|btw|fyi),?\s+){0,3}(?:read|heard|saw|seen|found out|learn(?:ed|t))\s+(?:(?:it|this|that) )?(?:on|in|at|from|somewhere|online|that|by)\b/i },
  { mood: 'quotation',    cue: /^(?:(?:and|but|so|ok|in the \w{2,20}),?\s+){0,2}(?:he|she|they|someone|somebody|people|folks)\s(?:\w{2,12}\s)?(?:told|tells?|asks?|asked|wants?|wanted|expects?|expected|advised?|urged?)\s(?:us|me|you|everyone|that|to)\b/i },
  { mood: 'quotation',    cue: /^the\s[\w\s-]{1,30}\s(?:states?|claims?|suggests?|recommends?|advises|says)\sthat\b/i },
  { mood: 'quotation',    cue: /(?<!\bI )\b(?:keeps?|kept)\s+(?:on )?(?:saying|telling|insisting|repeating|claiming|preaching|suggesting|recommending)\b/ },
  { mood: 'quotation',    cue: /\baccording to (?!our\b|my\b|the team\b)/i },
  { mood: 'quotation',    cue: /\b(?:got|received|copied|pasted|forwarded|came|comes) (?:(?:this|it|that|these|them|the following) )?(?:straight )?from [^.!?\n]{1,40}?\s?(?:->|→|=>|[:—–])\s/i },
  { mood: 'quotation',    cue: new RegExp(`${LEAD}(?:i |we |just |once ){0,4}(?:read|heard|saw|stumbled|learned|found) (?:on|in|at|from|somewhere|it|an?|that|about|over|the) [^.]{0,60}\\b(?:that|must|should|always|never|says?|recommends?|to)\\b`, 'i') },
  { mood: 'quotation',    cue: /\b(?:he|she|they|someone|somebody|people|some folks|everyone|[A-Z][a-z]+)\s+(?:always\s+|just\s+|also\s+)?(?:said|says|thinks?|believes?|claims?|claimed|argued|argues|suggested|suggests|mentioned|prefers?|likes?|insists?|keeps? saying|recommends?|recommended)\b/ },
  { mood: 'quotation',    cue: /^(?:这个|那个|一个|有个|我们的?)?(?:客户|用户|同事|评审|设计师|产品经理|供应商|顾问|文档|官网|教程|网上|别人|有人|他们?|她们?)[^，。,：:]{0,6}(?:说|要求|建议|认为|觉得|希望|写道?|反馈|表示|提到)/u },
  { mood: 'quotation',    cue: /(?:と|って|との)(?:言って|言われ|言ってき|連絡が|連絡を|要望|指摘|コメント|書いて|書かれ|主張)/u },
  { mood: 'quotation',    cue: /(?:고객|사용자|동료|리뷰어|디자이너|담당자|업체|누군가|문서)[^.]{0,80}(?:라고|다고|달라고|자고)\s?(?:하|해|했|한|합|말|요청|썼|적)/u },
]

/** What they think or would like is no word of the house. */
const OPINES =
  /\b(?:boss|manager|lead|team ?mate|architect)\s(?:\w{2,10}\s)?(?:thinks?|believes?|would (?:like|love|prefer)|suggests?|suggested|wonders)\b/i
const OUR_OWN_WORD =
  /\b(?:our|my|the team(?:'s)?)\s+(?:\w+\s+){0,2}(?:docs?|guide|readme|spec|manual|handbook|lead|team|boss|manager|policy|conventions?|standards?|book)\b|^(?:i|we|you)\b/i

export function moodOf(masked: string): Mood {
  const mood = MOODS.find(({ cue }) => cue.test(masked))?.mood ?? 'statement'
  const isOwn = OUR_OWN_WORD.test(masked) && !OPINES.test(masked)
  return mood === 'quotation' && isOwn ? 'statement' : mood
}
