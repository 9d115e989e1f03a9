import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { samplesFor } from '../capture/secrets/samples.ts'
import {
  bytesBelow,
  feedHooks,
  feedOperations,
  writeTranscript,
  writeVaultPage,
} from '../support/every-field.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'

const MARK = 'salary-of-the-whole-team'
const samples = [...new Map(samplesFor(21).map((sample) => [sample.kind, sample])).values()]
const hidden = `<private reason="x">${MARK}</private>`
const everything = `${hidden}\n${samples.map(({ text }) => text).join('\n\n')}`

/** What a value leaves behind if it leaves anything: its lines, none of them a label. */
function tracesOf(value: string): string[] {
  return value.split(/\n|\\n/).filter((line) => line.length > 7 && !line.startsWith('-----'))
}

function leftIn(folder: string): string[] {
  const files = bytesBelow(folder)
  const wanted = [
    { kind: 'private', traces: [MARK] },
    ...samples.map(({ kind, value }) => ({ kind, traces: tracesOf(value) })),
  ]
  return wanted.flatMap(({ kind, traces }) =>
    files
      .filter(({ bytes }) => traces.some((trace) => bytes.includes(trace)))
      .map(({ path }) => `${kind} in ${path.slice(folder.length)}`),
  )
}

describe('what is never written', () => {
  it('M-04 sixty kinds through every field of every operation leave no byte in the home', async () => {
    expect(samples.length).toBeGreaterThanOrEqual(60)
    const home = await openHome({
      env: { MNEME_VAULT_ENABLED: 'true', MNEME_EMBED_PROVIDER: 'none' },
    })
    let turn = 0
    const { fields, accepted } = await feedOperations(home, (max) => {
      if (max > everything.length + 100) return `Remember that ${everything}`
      const short = samples.filter(({ text }) => text.length < max - 60)
      const { text } = short[turn++ % short.length] ?? { text: '' }
      return max < 120 ? text : `${text} ${hidden}`
    })
    expect(fields.length).toBeGreaterThan(80)
    expect(accepted).toBeGreaterThan(40)
    await home.do('backup', {})
    expect(leftIn(home.folder)).toEqual([])
  })

  it('M-04 nor does a private passage on its own, which nothing else keeps from being stored', async () => {
    const home = await openHome({
      env: { MNEME_VAULT_ENABLED: 'true', MNEME_EMBED_PROVIDER: 'none' },
    })
    const text = `The tide <private>${MARK}</private>`
    // As the path of a backup it names a file in the folder of the process.
    onTestFinished(() => rmSync(dirname(text), { recursive: true, force: true }))
    const { accepted } = await feedOperations(home, () => text)
    expect(accepted).toBeGreaterThan(60)
    expect(leftIn(home.folder)).toEqual([])
  })

  it('M-04 a credential is no label: written small it would not be known for a key', async () => {
    const home = await openHome({ env: { MNEME_EMBED_PROVIDER: 'none' } })
    const { id } = await home.do('remember', { content: 'The tide turns at noon' })
    const key = 'AKIAMOXDH6XEKLVT32QX'
    const refused = {
      code: 'secret_found',
      message: expect.stringContaining('a label holds a credential'),
    }
    await expect(home.do('tag', { id: id ?? '', add: [key] })).rejects.toMatchObject(refused)
    await expect(
      home.do('remember', { content: 'The tide turns at six', type: key }),
    ).rejects.toMatchObject(refused)
    const credentials = [
      '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',
      'AKIASUFWBRZK" + "CGX7WUMA',
      'deploy --password kQbXzPorDKxCfW',
    ]
    for (const label of credentials) {
      await expect(home.do('tag', { id: id ?? '', add: [label] })).rejects.toMatchObject(refused)
    }
    const labels = ['INTERNATIONALIZATION', '20261118-015145-03']
    expect((await home.do('tag', { id: id ?? '', add: labels })).tags).toHaveLength(2)
  })

  it('M-04 nor do hooks, the spool, transcripts and vault pages', {
    timeout: 600_000,
  }, async () => {
    const person = temporaryFolder()
    const home = await openHome({
      env: { HOME: person, MNEME_VAULT_ENABLED: 'true', MNEME_EMBED_PROVIDER: 'none' },
    })
    await feedHooks(home, everything)
    expect(leftIn(home.folder)).toEqual([])
    writeTranscript(person, [hidden, ...samples.map(({ text }) => text)])
    await home.do('sessions backfill', {})
    await home.do('lifeboat save', { id: 'leaky' })
    await home.do('sessions summarize', { id: 'leaky' })
    writeVaultPage(home.engine.home.home, samples[3]?.text ?? '')
    await home.do('vault sync', {})
    await home.do('backup', {})
    expect(leftIn(home.folder).filter((line) => !line.endsWith('.md'))).toEqual([])
  })
})
