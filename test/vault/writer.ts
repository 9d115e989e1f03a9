/**
 * A process that remembers, changes and forgets without end, and says of each what was acknowledged.
 * Arguments: home, seed, first name.
 */
import { writeSync } from 'node:fs'
import { openMneme } from '../../src/compose.ts'
import { forgetMemories } from '../../src/engine/memories/forget.ts'
import { remember } from '../../src/engine/memories/remember.ts'
import { updateMemory } from '../../src/engine/memories/update.ts'
import { seededRandom } from '../support/clock.ts'

const NAMES = 6

const [home = '', seed = '1', prefix = 'n', count = '1000000'] = process.argv.slice(2)
const random = seededRandom(Number(seed))
const { engine, caller, close } = await openMneme({
  speaker: 'person',
  home,
  door: 'cli',
  folder: null,
  env: { MNEME_EMBED_PROVIDER: 'none' },
})
const alive = new Set(
  (await engine.store.memories.list({ states: ['new', 'high', 'low'] }, { limit: 1000 })).map(
    ({ name }) => name,
  ),
)

for (let step = 0; step < Number(count); step++) {
  const name = `${prefix}-${Math.floor(random() * NAMES)}`
  // Words that nothing else holds: what is tested is the files, not how memories compare.
  const content = `${name} ${Array.from({ length: 8 }, () => Math.floor(random() * 1e9).toString(36)).join(' ')}`
  say({ about: name, content })
  if (alive.has(name) && random() < 0.2) {
    say({ about: name, content: null })
    await forgetMemories(engine, caller, [name], false)
    alive.delete(name)
    say({ acknowledged: name, content: null })
  } else {
    if (alive.has(name)) await updateMemory(engine, caller, name, { content })
    else await remember(engine, caller, { content, name })
    alive.add(name)
    say({ acknowledged: name, content })
  }
}
await close()
say({ done: true })

function say(line: unknown): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
