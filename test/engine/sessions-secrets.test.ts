import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { samplesFor } from '../capture/secrets/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

describe('credentials in transcripts', () => {
  it('G-10 of more than thirty kinds, none is found anywhere on disk afterwards', async () => {
    const samples = [...new Map(samplesFor(5).map((sample) => [sample.kind, sample])).values()]
    expect(new Set(samples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30)
    const person = temporaryFolder()
    const home = await openHome({ env: { HOME: person, MNEME_VAULT_ENABLED: 'true' } })
    const file = sessionFile(person, 'leaky')
    for (const [index, { text }] of samples.entries()) {
      // Some as a rule, so that capture takes an interest in them.
      file.prompt(index % 5 === 0 ? `From now on always use this: ${text}` : `Here it is:\n${text}`)
      file.answer(`I noted ${text} for later.`)
      const call = file.call('Bash', { command: `deploy --with '${text}'` })
      file.result(call, `deployed with\n${text}\nall well`)
      file.call('TodoWrite', { todos: [{ content: `rotate ${text}`, status: 'pending' }] })
    }
    const report = await home.do('sessions backfill', {})
    expect(report.messages).toBe(samples.length * 5)
    await home.do('lifeboat save', { id: 'leaky' })
    await home.do('sessions summarize', { id: 'leaky' })
    await home.do('backup', {})
    const exported = JSON.stringify(await home.do('export', {}))

    const places = filesBelow(home.folder)
    expect(places.map((path) => path.split('/').at(-1))).toContain('mneme.db-wal')
    const disk = places.map((path) => readFileSync(path).toString('latin1'))
    const left = samples.filter(({ value }) =>
      // A key of several lines must not be left in any of them.
      value
        .split(/\n|\\n/)
        .filter((line) => line.length > 12 && !line.startsWith('-----'))
        .some((line) => exported.includes(line) || disk.some((text) => text.includes(line))),
    )
    expect(left.map(({ kind }) => kind)).toEqual([])
    const { hits } = await home.do('session-search', { query: 'deployed', limit: 5 })
    expect(hits[0]?.snippet).toContain('[redacted:')
  })

  it('G-10 a title and a reason for skipping are looked at too', async () => {
    const [sample] = samplesFor(9).filter(({ kind }) => kind === 'github-token')
    const secret = sample?.value ?? ''
    const person = temporaryFolder()
    const home = await openHome({ env: { HOME: person } })
    const file = sessionFile(person, 'titled')
    file.prompt('Hello')
    file.raw(JSON.stringify({ type: 'summary', summary: `Rotate ${secret}`, leafUuid: 'x' }))
    file.raw(JSON.stringify({ type: 'custom-title', customTitle: secret, sessionId: 'titled' }))
    file.raw(JSON.stringify({ type: secret, sessionId: 'titled' }))
    await home.do('sessions backfill', {})
    const disk = filesBelow(home.folder).map((path) => readFileSync(path).toString('latin1'))
    expect(disk.some((text) => text.includes(secret))).toBe(false)
  })
})
