/** J-09. A text in the person's own editor. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MnemeError } from '../../errors.ts'

/** In a folder and a file that only this user may read. */
export function draftFile(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'mneme-edit-')), `${name}.md`)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

export function readDraft(path: string): string {
  return readFileSync(path, 'utf8')
}

/** With whatever the editor left beside it. */
export function removeDraft(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true })
}

/** Comes back when the editor is closed. */
export async function openInEditor(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const editor = process.env.VISUAL || process.env.EDITOR || fallback()
  // $EDITOR is a command line of the person's own, such as `code --wait`; the path is never part of it.
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${path}"`, { stdio: 'inherit', shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', path], { stdio: 'inherit' })
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('exit', done)
  })
  if (code !== 0) {
    throw new MnemeError(
      'unavailable',
      `"${editor}" ${code === null ? 'was stopped by a signal' : `exited with code ${code}`}`,
      {
        hint: 'Set EDITOR to the editor you use. Nothing was changed.',
      },
    )
  }
}

/** One that needs a terminal would wait for it without end. */
function fallback(): string {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new MnemeError('unavailable', 'there is no terminal to open an editor in', {
      hint: 'Set EDITOR, or change the text directly: mneme update NAME "…"',
    })
  }
  return process.platform === 'win32' ? 'notepad' : 'vi'
}
