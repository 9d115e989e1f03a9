import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bytesBelow } from '../support/every-field.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Home, openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

const VALUE = 'Tr0mbone!Kestrel_88'
const SHOWN = `The staging db password is ${VALUE}, use it for the migration.`
const ENV = { MNEME_VAULT_ENABLED: 'true', MNEME_EMBED_PROVIDER: 'none' }

function placesOf(home: Home, value: string): string[] {
  return bytesBelow(home.folder)
    .filter(({ bytes }) => bytes.includes(value))
    .map(({ path }) => path.slice(home.folder.length))
}

async function tell(home: Home, event: string, payload: object): Promise<void> {
  const given = { session_id: 'echoing', cwd: home.folder, ...payload }
  await home.do('hook', { host: 'claude-code', event, payload: given })
  await home.engine.background.settle()
}

describe('a value that was recognised once in a session', () => {
  it('M-04 leaves no byte through hooks, transcripts and what is made of them', async () => {
    const person = temporaryFolder()
    const home = await openHome({ env: { ...ENV, HOME: person } })
    const file = sessionFile(person, 'echoing', { cwd: home.folder })
    await tell(home, 'UserPromptSubmit', { prompt: SHOWN })
    await tell(home, 'PostToolUse', {
      tool_name: 'Bash',
      tool_use_id: 'one',
      tool_input: { command: `psql --with ${VALUE}` },
      tool_response: { stdout: `connected by ${VALUE}` },
    })
    await tell(home, 'UserPromptSubmit', {
      prompt: `From now on always deploy by ${VALUE} to staging.`,
    })
    file.prompt(SHOWN)
    file.answer(`Migration done with ${VALUE}.`)
    const call = file.call('Bash', { command: `deploy ${VALUE}` })
    file.result(call, `deployed by ${VALUE}`)
    file.raw(
      JSON.stringify({ type: 'custom-title', customTitle: `By ${VALUE}`, sessionId: 'echoing' }),
    )
    await home.do('sessions backfill', {})
    await tell(home, 'SessionEnd', { reason: 'exit' })
    await home.do('lifeboat save', { id: 'echoing' })
    await home.do('sessions summarize', { id: 'echoing' })
    await home.do('backup', {})
    const { hits } = await home.do('session-search', { query: 'migration done', limit: 5 })
    expect(hits[0]?.snippet).toContain('[redacted:password]')
    expect(placesOf(home, VALUE)).toEqual([])
  })

  it('M-04 is known to a process that reads on from the middle', async () => {
    const person = temporaryFolder()
    const folderOfHome = temporaryFolder()
    const env = { MNEME_EMBED_PROVIDER: 'none', HOME: person }
    const file = sessionFile(person, 'parts')
    const first = await openHome({ env, folderOfHome })
    file.prompt(SHOWN)
    await first.do('sessions backfill', {})
    file.answer(`Migration done with ${VALUE}.`)
    const second = await openHome({ env, folderOfHome })
    expect((await second.do('sessions backfill', {})).messages).toBe(1)
    expect(placesOf(second, VALUE)).toEqual([])
  })

  it('M-04 is not remembered in a note of an agent in that session, and in another it is a word', async () => {
    const home = await openHome({ env: ENV })
    await tell(home, 'UserPromptSubmit', { prompt: SHOWN })
    const here = await home.at({ session: 'echoing' })
    const note = { content: `The migration of the shop ran with ${VALUE}` }
    expect((await here.do('remember', note)).outcome).toBe('refused')
    const elsewhere = await home.at({ session: 'another' })
    expect((await elsewhere.do('remember', note)).outcome).toBe('created')
  })

  it('M-04 goes with its session, its key lies beside no backup', async () => {
    const person = temporaryFolder()
    const home = await openHome({ env: { ...ENV, HOME: person } })
    sessionFile(person, 'gone').prompt(SHOWN)
    await home.do('sessions backfill', {})
    expect(await home.engine.store.notes.get('known-values:gone')).toMatch(/^\["password 19 - /)
    expect(home.engine.home.fingerprintKey).toBe(join(home.engine.home.run, 'fingerprint-key'))
    await home.do('sessions forget', { id: 'gone', yes: true })
    expect(await home.engine.store.notes.get('known-values:gone')).toBeNull()
  })
})
