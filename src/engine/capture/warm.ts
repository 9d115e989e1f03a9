import { capturedRules } from '../../capture/user-rules.ts'
import type { Engine } from '../engine.ts'

/** H-07. A pattern is compiled when it is first tried: a sentence without a rule in it tries them all. */
export function tryEveryPattern(engine: Engine, sentence: string): void {
  capturedRules(engine.config.capture.rules, sentence)
}
