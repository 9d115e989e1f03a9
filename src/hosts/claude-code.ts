/** Claude Code's hooks, as version 2.1 sends and takes them. */
import { shapedHost } from './shaped.ts'

export const claudeCode = shapedHost()
