/** K-16, M-50. How each host is set up. */
import type { HostName } from '../hook-event.ts'
import { claudeCodeSetup } from './claude-code.ts'
import { codexSetup } from './codex.ts'
import {
  copilotSetup,
  cursorSetup,
  kiroSetup,
  rooSetup,
  windsurfSetup,
  zedSetup,
} from './editor-setups.ts'
import { geminiSetup } from './gemini.ts'
import { opencodeSetup } from './opencode.ts'
import type { HostSetup } from './plan.ts'
import { clineSetup, kiloSetup, piSetup } from './plugin-setups.ts'
import { droidSetup, gooseSetup, qwenSetup } from './shaped-setups.ts'

export const HOST_SETUPS: Readonly<Record<HostName, HostSetup>> = {
  'claude-code': claudeCodeSetup,
  codex: codexSetup,
  gemini: geminiSetup,
  opencode: opencodeSetup,
  cursor: cursorSetup,
  copilot: copilotSetup,
  cline: clineSetup,
  qwen: qwenSetup,
  droid: droidSetup,
  kilo: kiloSetup,
  pi: piSetup,
  windsurf: windsurfSetup,
  kiro: kiroSetup,
  goose: gooseSetup,
  zed: zedSetup,
  roo: rooSetup,
}
