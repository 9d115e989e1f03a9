import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { builtinIdentity } from '../../src/embed/builtin.ts'
import { EmbedderInWorker } from '../../src/embed/in-worker.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { bundle } from '../support/bundle.ts'
import { bundled } from './bundled.ts'
import { itIsAnEmbedder } from './contract.ts'
import { PATIENT } from './patient.ts'

const modelsFolder = mkdtempSync(join(tmpdir(), 'mneme-models-'))
afterAll(() => rmSync(modelsFolder, { recursive: true, force: true }))
const worker = await bundle('src/embed/worker.ts')
afterAll(worker.remove)
const workerUrl = pathToFileURL(worker.path)
const settings = EmbedSettings.parse(PATIENT)
const identity = builtinIdentity(settings)
const open = () => new EmbedderInWorker({ identity, settings, modelsFolder, workerUrl })

itIsAnEmbedder('a model in a process of its own', async () => open())

describe('a model in a process of its own', () => {
  it('K-02 starts nothing before the first text, and ends with close', async () => {
    const embedder = open()
    expect(embedder.workerPid).toBeUndefined()
    await embedder.embed(['text'])
    const pid = embedder.workerPid as number
    expect(isAlive(pid)).toBe(true)
    await embedder.close()
    expect(isAlive(pid)).toBe(false)
  })

  it('D-13 does not hold the event loop while it works', async () => {
    const embedder = open()
    await embedder.embed(['warm'])
    let worst = 0
    let last = performance.now()
    const timer = setInterval(() => {
      worst = Math.max(worst, performance.now() - last)
      last = performance.now()
    }, 5)
    const start = performance.now()
    await embedder.embed(
      Array.from({ length: 300 }, (_, i) => `passage number ${i} of a long list`),
    )
    clearInterval(timer)
    const took = performance.now() - start
    expect(worst).toBeLessThan(took / 2)
    await embedder.close()
  })

  it('D-13 a question overtakes passages that wait', async () => {
    const embedder = open()
    await embedder.embed(['warm'])
    const done: string[] = []
    const texts = Array.from({ length: 200 }, (_, i) => `passage number ${i} about the deployment`)
    const passages = embedder.embed(texts).then(() => done.push('passages'))
    const query = embedder.embed(['which one?'], { kind: 'query' }).then(() => done.push('query'))
    await Promise.all([passages, query])
    expect(done).toEqual(['query', 'passages'])
    await embedder.close()
  })

  it('K-03 a crash fails what was asked, and the next request starts anew', async () => {
    const embedder = open()
    await embedder.embed(['warm'])
    const asked = embedder.embed(Array.from({ length: 500 }, (_, i) => `passage number ${i}`))
    process.kill(embedder.workerPid as number, 'SIGKILL')
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
    expect(await embedder.embed(['again'])).toHaveLength(1)
    await embedder.close()
  })

  it('G-02 what fails over there is told with its hint here', async () => {
    const nowhere = EmbedSettings.parse({ provider: 'folder', folder: '/nowhere/at/all' })
    const embedder = new EmbedderInWorker({ identity, settings: nowhere, modelsFolder, workerUrl })
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('/nowhere/at/all'),
      hint: 'Check embed.folder.',
    })
    await embedder.close()
  })

  it('G-02 a program that is not there makes it unavailable, not broken', async () => {
    const missing = pathToFileURL('/nowhere/embed-worker.js')
    const embedder = new EmbedderInWorker({ identity, settings, modelsFolder, workerUrl: missing })
    await expect(embedder.embed(['text'])).rejects.toMatchObject({ code: 'unavailable' })
    await embedder.close()
  })

  it('K-02, M-33 ends when it has stood idle, says so, and is started again by the next text', async () => {
    const embedder = new EmbedderInWorker({
      ...{ identity, settings, modelsFolder, workerUrl },
      idleMs: 50,
    })
    expect(embedder.isLoaded).toBe(false)
    await embedder.embed(['text'])
    expect(embedder.isLoaded).toBe(true)
    const pid = embedder.workerPid as number
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 20 })
    expect(embedder.isLoaded).toBe(false)
    expect(await embedder.embed(['text'])).toHaveLength(1)
    expect(embedder.workerPid).not.toBe(pid)
    await embedder.close()
  })

  it('K-02 neither keeps its user from ending, nor outlives it', async () => {
    const program = await bundled('test/embed/embed-and-leave.ts')
    const args = [program, modelsFolder, workerUrl.href]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
    const pid = Number(stdout)
    expect(pid).toBeGreaterThan(0)
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 50 })
  })

  it('K-02 ends when its user is killed in the middle of work', async () => {
    const program = await bundled('test/embed/embed-and-leave.ts')
    const running = execFile(process.execPath, [program, modelsFolder, workerUrl.href, 'stay'])
    const pid = await new Promise<number>((resolve) => {
      running.stdout?.once('data', (data) => resolve(Number(data)))
    })
    expect(isAlive(pid)).toBe(true)
    await sleep(100)
    running.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 50 })
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
