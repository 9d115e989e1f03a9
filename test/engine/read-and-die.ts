/** A program that reads transcripts and is killed while it stores them: see sessions-crash.test.ts. */
import { openMneme } from '../../src/compose.ts'
import { NO_HANDLERS, openHandlers } from '../../src/engine/handlers.ts'
import { readTranscripts } from '../../src/engine/sessions/read.ts'

const [home = '', person = '', stores = '1'] = process.argv.slice(2)
const mneme = await openMneme({
  speaker: 'person',
  home,
  door: 'cli',
  env: { HOME: person, MNEME_VAULT_ENABLED: 'false', MNEME_EMBED_PROVIDER: 'none' },
})
const { store } = mneme.engine
let left = Number(stores)
const sessions = new Proxy(store.sessions, {
  get(target, name) {
    const value = Reflect.get(target, name)
    if (typeof value !== 'function') return value
    return async (...given: unknown[]) => {
      const result = await value.apply(target, given)
      // As if the power went, right after a store that was not acknowledged yet.
      if (name === 'put' && --left === 0) process.kill(process.pid, 'SIGKILL')
      return result
    }
  },
})
const handlers = openHandlers(NO_HANDLERS)
const engine = { ...mneme.engine, handlers, store: withSessions(store, sessions) }
await readTranscripts(engine, mneme.caller)
await mneme.close()
process.stdout.write('finished')

function withSessions(of: typeof store, replaced: typeof sessions): typeof store {
  return new Proxy(of, {
    get: (target, name) => {
      if (name === 'sessions') return replaced
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
