/** G-03. Phrases with which a person corrects something; what follows is the correction. */

interface CorrectionCue {
  readonly name: string
  /** Matches from the start of the sentence to where the right thing begins. */
  readonly opener: RegExp
  readonly confidence: number
}

// biome-ignore format: a table reads best in columns
export const CORRECTION_CUES: readonly CorrectionCue[] = [
  { name: 'no',              confidence: 0.85, opener: /^(?:no|nope|nah|ugh|argh|sigh|not (?:quite|exactly|really|right))(?:\s+no)*(?:\s*[,:;.!—–-]+\s*|\s+(?=not\s))(?:again[,:;.!—–-]+\s*)?(?:no[,.]?\s+)*(?:actually,?\s+|please\s+|it['’]s just that\s+)?/i },
  { name: 'actually',        confidence: 0.80, opener: /^(?:well,?\s+)?(?:actually|in fact|to be clear|correction|small correction|to correct you|for the record)\s*[,:;—–-]?\s+/i },
  { name: 'that is wrong',   confidence: 0.88, opener: /^(?:sorry,?\s+|hmm,?\s+|wait,?\s+)?(?:that['’]?s|this is|it['’]?s|that is|you['’]re|you are|you got (?:it|that|this)|that was|this isn['’]?t|that isn['’]?t)\s+(?:\w+\s+)?(?:wrong|not right|not correct|incorrect|not true|right|correct|a mistake|mistaken|backwards|not what i (?:asked(?: for)?|meant|said|wanted)|not (?:how|where|what|the way)\b[^,:;.!—–]{2,60}?)\s*[,:;.!—–-]+\s*/i },
  { name: 'wrong',           confidence: 0.85, opener: /^(?:wrong|incorrect|bad)(?: [\w-]{2,20}){0,3}\s*[,:;.!—–-]+\s*/i },
  { name: 'again',           confidence: 0.85, opener: /^(?:you (?:\w+ed|put|wrote|went with|forgot) [^,.;:]{2,60}? again|you (?:did|do|keep doing|made|are doing|['’]re doing) (?:it|that|this|the same(?: \w+)?) again|not again|there you go again|same mistake(?: again)?)\s*[,:;.!—–-]+\s*/i },
  { name: 'I said',          confidence: 0.84, opener: /^(?:but\s+|and\s+)?(?:as|like)?\s*i\s+(?:already\s+|just\s+|clearly\s+|specifically\s+|explicitly\s+)?(?:said|told you|asked(?: you)?|mentioned|meant)(?:\s+(?:before|earlier|already|last time|twice|many times|yesterday|multiple times))?\s*[,:]?\s*(?:that\s+|to\s+|you\s+(?:to\s+|should\s+)?|for\s+)?/i },
  { name: 'how many times',  confidence: 0.82, opener: /^(?:how many times|once again|again|for the (?:last|second|third|hundredth) time)\s*[,:;.!—–-]+\s*/i },
]

/** One thing against the other, in one breath: a correction. */
export const CONTRASTS: readonly RegExp[] = [
  /\bnot\s{1,8}(?!(?:only|just|merely|simply|necessarily|because|so much)\b)[^,.;]{1,60}?,?\s{1,8}but(?:\s{1,8}rather)?\s{1,8}(?!(?:also|it|i|we|they|that|let|you|please|can|could|there|maybe|now|don['’]?t)\b)\S+/i,
  /^(?:it['’]?s|that['’]?s|it is|it should be|that should be|should be|they['’]?re|(?:the|our)\s+[\w\s-]{1,40}?\s+(?:is|are|should be|goes|lives?|runs?|comes?))\s+(?:[^,.;]{1,60}?(?:,\s*(?:and\s+)?|\s+and\s+)|\S{0,40}[\d._/\uE000-]\S{0,40}\s+)not\s+(?!(?:only|just|merely|simply|necessarily|because|so much)\b)\S+/i,
  // Of a kind, with any verb that tells how things are: "branches start from develop, not from master".
  /^(?!(?:the|this|that|these|those|it|they|he|she|i|you|there|some|a|an)\b)(?:[\w'’/.\uE000-]+\s+){0,3}?[\w'’/-]{2,}s\s+(?:are|go|live|start|begin|end|come|run|belong|use|get|take|return|stay|need|have)\s[^,;]{1,80},\s*(?:and\s+)?not\s+\S+/i,
  /\b(?:instead of|rather than)\s+\S+/i,
  /^(?:not\s+\S+(?:\s\S+)?\s*[,;:—–-]+\s*)\S+/i,
]

/** A plain statement of how things are: a thing with a name, a verb, and what is said of it. */
export const PLAIN_FACT =
  /^(?:(?:the|our|all|every|any)\s+[\w\s'’/.\uE000-]{2,60}?|we|\uE000+|[A-Z][\w.-]+|(?:api|auth|config|ci|deploys?|releases?|migrations?|tests?|commits?|branches?|types?)\b[\w\s-]{0,30}?)\s+(?:(?:is|are)(?:n['’]?t)?(?:\s+not)?\s+(?:in|on|at|called|named|under|written|stored|handled|managed|owned|deployed|the|a|an|\d|\uE000|['"‘“]|\w+)|lives?|goes|go|uses?|should(?:n['’]?t)?|comes? from|deploys?|runs?\s+on|belongs?|returns?|expects?|takes?|needs?|ha(?:s|ve) to|depends? on|starts? (?:with|at)|ends? (?:with|in)|must|keeps?|stores?|reads?|writes?|includes?|contains?|ha(?:s|ve)|means?)\b\s*\S*/i

/** Said of what is on the screen, and meaningless tomorrow. */
export const UNSAID =
  /^(?:it|that|this|these|those|there|he|she|they|i|you|one|so|what|which|the other|the (?:first|second|last|same|right|wrong) one)\b(?!['’]?s called|\s+(?:is|should be) called|\s+should be\s+[\w\uE000'"‘“])/i
