/** J-06. `/mneme:memories` as a host sends it: the real hook client, daemon and MCP client. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { expect, it, vi } from 'vitest'
import { daemonFolder, personEnv } from '../../support/daemon.ts'
import { runHook } from '../../support/hook-chaos.ts'
import { sessionFile } from '../../support/session-files.ts'
import { clientOf, ERAS, overStdio } from './clients.ts'

vi.setConfig({ testTimeout: 180_000 })

const HOOK = fileURLToPath(new URL('../../../dist/hook.cjs', import.meta.url))

/** A prompt in a session of Claude Code: in its transcript, and told by its hook. */
async function say(person: string, session: string, cwd: string, prompt: string): Promise<void> {
  mkdirSync(cwd, { recursive: true })
  const file = sessionFile(person, session, { cwd })
  const prompt_id = file.prompt(prompt)
  const about = { session_id: session, cwd, transcript_path: file.path }
  const event = { ...about, hook_event_name: 'UserPromptSubmit', prompt, prompt_id }
  expect((await runHook(HOOK, personEnv(person), event)).code).toBe(0)
}

async function memoriesShown(client: Client): Promise<string> {
  const { messages } = await client.getPrompt({ name: 'memories' })
  return JSON.stringify(messages)
}

it.each(ERAS)('J-06 /mneme:memories shows what this session taught, %s', async (era) => {
  const person = daemonFolder()
  const shop = join(person, 'shop')
  await say(person, 'shop-one', shop, 'From now on always use pnpm instead of npm in this project.')
  await say(person, 'blog-one', join(person, 'blog'), 'Always write dates as ISO 8601 here.')
  const client = await overStdio(person, clientOf(era), {}, shop)
  await expect.poll(() => memoriesShown(client), { timeout: 60_000 }).toContain('pnpm')
  const shown = await memoriesShown(client)
  expect(shown).toContain('so that I can correct it')
  expect(shown, 'a later session of another project').not.toContain('ISO 8601')
  await client.close()
})
