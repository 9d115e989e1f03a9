import { renameSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ReadReport } from '../../src/engine/sessions/read.ts'
import { watchTranscripts } from '../../src/engine/sessions/watch.ts'
import { giveConsent } from '../../src/setup/consent.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 20) {
    if (waited > 15_000) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('watching', () => {
  it('F-01 what is there is read, then what is added, also after a rotation', async () => {
    const person = temporaryFolder()
    const home = await openHome({ env: { HOME: person, MNEME_SESSIONS_WATCH_QUIET_MS: '30' } })
    const file = sessionFile(person, 'watched')
    file.prompt('There before')
    const reports: ReadReport[] = []
    giveConsent(home.engine.home, ['claude-code', 'codex'], { at: '', history: true })
    const watching = await watchTranscripts(home.engine, home.caller, {
      onRead: (report) => reports.push(report),
      onError: (thrown) => {
        throw thrown
      },
    })
    const messages = () => reports.reduce((sum, report) => sum + report.messages, 0)
    await until(() => messages() === 1)
    file.prompt('Added while watching')
    await until(() => messages() === 2)
    sessionFile(person, 'newcomer').prompt('A new session in the same folder')
    await until(() => messages() === 3)
    renameSync(file.path, `${file.path}.old`)
    writeFileSync(file.path, '')
    file.prompt('In a file of the same name')
    await until(() => messages() === 4)
    await watching.close()
    expect(await home.engine.store.sessions.totals()).toMatchObject({ sessions: 2, messages: 4 })
  })

  it('K-02 closed, it leaves nothing running', async () => {
    const person = temporaryFolder()
    const home = await openHome({ env: { HOME: person } })
    const file = sessionFile(person, 'left-alone')
    file.prompt('One')
    giveConsent(home.engine.home, ['claude-code', 'codex'], { at: '', history: true })
    const watching = await watchTranscripts(home.engine, home.caller)
    await watching.settle()
    await watching.close()
    file.prompt('Two')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await home.engine.store.sessions.totals()).toMatchObject({ messages: 1 })
  })
})
