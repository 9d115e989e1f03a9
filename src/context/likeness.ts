/**
 * H-05. How much a text sounds like an instruction to the agent. A hint for people and for
 * `explain`: wording can always be changed, so the defence is the quoting, not this score.
 */

interface Signal {
  readonly weight: number
  readonly pattern: RegExp
}

/** Weight of each kind of wording. A harmless question may contain several of these words. */
// biome-ignore format: a table reads best in columns
const SIGNALS = {
  'overrides earlier instructions': { weight: 0.7, pattern:
    /\b(?:ignore|disregard|forget|override|bypass|do not follow|don't follow)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|preceding|existing|all|any|your|the system)\b[^.\n]{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|directives?|restrictions?|context|messages?)\b/i },
  'overrides in another language': { weight: 0.7, pattern:
    /(?:忽略|无视|無視)[^。\n]{0,12}(?:指令|指示|提示|规则|規則)|\b(?:ignorier\w*|vergiss)\b[^.\n]{0,30}\b(?:anweisung\w*|regeln)\b|\b(?:ignore[zr]?|oublie[zr]?)\b[^.\n]{0,30}\b(?:consignes|instructions précédentes)\b|\b(?:ignora|olvida)\b[^.\n]{0,30}\binstrucciones\b/i },
  'assigns a role': { weight: 0.5, pattern:
    /\b(?:you are now|from now on,? you|act as (?:an?|the|if)\b|pretend (?:to be|you)|your new (?:role|task|goal|instructions?))/i },
  'poses as another speaker': { weight: 0.5, pattern:
    /<[|｜][^\s<>|｜]{1,40}[|｜]>|\[\/?INST\]|<<\/?SYS>>|^[ \t#>*_-]{0,40}(?:system|assistant|developer)\s*[:：]|^#{1,6}\s*instructions?\b|<\/?\s*(?:system|system[-_ ]reminder|memory-context)\b/im },
  'asks for secrecy': { weight: 0.6, pattern:
    /\b(?:do not|don't|never|without)\b[^.\n]{0,20}\b(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|notify|notifying|alert|alerting)\b[^.\n]{0,20}\b(?:the user|user|anyone|them|human)\b/i },
  'asks for secrets': { weight: 0.6, pattern:
    /\b(?:print|reveal|show|output|repeat|send|leak|exfiltrate|upload|post|email|forward)\b[^.\n]{0,40}\b(?:system prompt|api[_ -]?keys?|passwords?|credentials?|secrets?|tokens?|cookies?|\.env|ssh keys?|private keys?|environment variables?)\b/i },
  'runs something from elsewhere': { weight: 0.5, pattern:
    /\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b|\b(?:download|fetch)\b[^.\n]{0,60}\b(?:and|then)\b[^.\n]{0,20}\b(?:run|execute|install)\b/i },
  'dictates the answer': { weight: 0.35, pattern:
    /\b(?:in|with|of|to) your (?:answer|reply|response|output|message|solution|implementation|code)\b|\byour (?:answer|reply|response) (?:must|should|needs)\b/i },
  'dictates code': { weight: 0.35, pattern:
    /\b(?:include|including|inclusion|integrate|integrating|incorporate|incorporating|insert|embed|merge|add|use|utilize|ensure|featuring)\b[^.\n]{0,60}\b(?:following|subsequent|below)\b[^.\n]{0,20}\b(?:code|snippet|block|excerpt|section|script)\b/i },
  'speaks in commands': { weight: 0.2, pattern:
    /^[ \t#>*_-]{0,40}(?:always|never|you must|you should|make sure|ensure|be sure|important|attention|urgent|do not|don't|please)\b/im },
} as const satisfies Record<string, Signal>

type LikenessReason = keyof typeof SIGNALS

interface Likeness {
  /** 0 sounds like information, 1 like an order. */
  readonly score: number
  readonly reasons: readonly LikenessReason[]
}

/** Enough text to judge the wording. */
export const READ_CHARACTERS = 20_000

/** Signals are taken as independent: each leaves its share of the doubt that remains. */
export function instructionLikeness(text: string): Likeness {
  const read = text.slice(0, READ_CHARACTERS)
  const reasons = (Object.keys(SIGNALS) as LikenessReason[]).filter((reason) =>
    SIGNALS[reason].pattern.test(read),
  )
  const doubt = reasons.reduce((rest, reason) => rest * (1 - SIGNALS[reason].weight), 1)
  return { score: 1 - doubt, reasons }
}
