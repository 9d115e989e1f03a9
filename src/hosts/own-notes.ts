/**
 * K-15, M-50. Paths where agents keep rules and memories of their own. Files are found, shown and imported on
 * request, and never written.
 */
import type { HostName } from './hook-event.ts'

/** How a file is parsed: list items and paragraphs, one memory per file, or Codex's sections. */
export type NoteFormat = 'notes' | 'memory-file' | 'codex-memory'

interface NoteSource {
  /** Null if several agents read it. */
  readonly host: HostName | null
  /** A file, or a pattern for files in a folder: `folder/*.md`. `<slug>` is replaced by the project's. */
  readonly path: string
  readonly format: NoteFormat
}

// biome-ignore format: a table reads best in columns
export const PROJECT_NOTES: readonly NoteSource[] = [
  { host: 'claude-code', path: 'CLAUDE.md',                       format: 'notes' },
  { host: 'claude-code', path: 'CLAUDE.local.md',                 format: 'notes' },
  { host: 'claude-code', path: '.claude/CLAUDE.md',               format: 'notes' },
  { host: 'claude-code', path: '.claude/rules/*.md',              format: 'notes' },
  { host: null,          path: 'AGENTS.md',                       format: 'notes' },
  { host: 'gemini',      path: 'GEMINI.md',                       format: 'notes' },
  { host: 'qwen',        path: 'QWEN.md',                         format: 'notes' },
  { host: 'cursor',      path: '.cursorrules',                    format: 'notes' },
  { host: 'cursor',      path: '.cursor/rules/*.mdc',             format: 'notes' },
  { host: 'windsurf',    path: '.windsurfrules',                  format: 'notes' },
  { host: 'windsurf',    path: '.windsurf/rules/*.md',            format: 'notes' },
  { host: 'copilot',     path: '.github/copilot-instructions.md', format: 'notes' },
  { host: 'cline',       path: '.clinerules/*.md',                format: 'notes' },
  { host: 'kiro',        path: '.kiro/steering/*.md',             format: 'notes' },
  { host: 'roo',         path: '.roo/rules/*.md',                 format: 'notes' },
]

/** Below the person's home; `<slug>` is the project's, so these hold for it alone. */
// biome-ignore format: a table reads best in columns
export const HOME_NOTES: readonly NoteSource[] = [
  { host: 'claude-code', path: '.claude/CLAUDE.md',                          format: 'notes' },
  { host: 'claude-code', path: '.claude/projects/<slug>/memory/*.md',        format: 'memory-file' },
  { host: 'codex',       path: '.codex/AGENTS.md',                           format: 'notes' },
  { host: 'codex',       path: '.codex/memories/MEMORY.md',                  format: 'codex-memory' },
  { host: 'gemini',      path: '.gemini/GEMINI.md',                          format: 'notes' },
  { host: 'opencode',    path: '.config/opencode/AGENTS.md',                 format: 'notes' },
  { host: 'qwen',        path: '.qwen/QWEN.md',                              format: 'notes' },
  { host: 'qwen',        path: '.qwen/projects/<slug>/memory/*.md',          format: 'memory-file' },
  { host: 'qwen',        path: '.qwen/memories/*.md',                        format: 'memory-file' },
  { host: 'windsurf',    path: '.codeium/windsurf/memories/global_rules.md', format: 'notes' },
  { host: 'kiro',        path: '.kiro/steering/*.md',                        format: 'notes' },
  { host: 'cline',       path: '.cline/rules/*.md',                          format: 'notes' },
  { host: 'roo',         path: '.roo/rules/*.md',                            format: 'notes' },
]

/** The folder name that Claude Code and Qwen Code make of a project's path. */
export function projectSlug(path: string): string {
  return path.replace(/[^A-Za-z0-9]+/g, (other) => '-'.repeat(other.length))
}
