/** J-10. What a new home needs first, in three steps, instead of a page of zeros. */
import { useState } from 'preact/hooks'
import { call, type Output } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { hrefOf } from '../state/route.ts'
import { complain, doing, say } from '../state/toasts.ts'
import { many } from '../text/figures.ts'
import { Icon } from './icons.tsx'
import { Failed, Skeleton } from './states.tsx'
import { Stored } from './stored.tsx'
import { Card } from './view.tsx'

type Hosts = Output<'status'>['hosts']
type History = Output<'sessions backfill'>['hosts']

export function FirstVisit() {
  const { answer, refusal } = useAsked('status', {})
  return (
    <Card title="Get started" class="first-visit">
      {refusal && <Failed refusal={refusal} />}
      {!answer && !refusal && <Skeleton lines={6} />}
      {answer && (
        <ol class="steps">
          <ConnectStep hosts={answer.hosts} />
          <HistoryStep hosts={answer.hosts} />
          <FirstMemoryStep />
        </ol>
      )}
    </Card>
  )
}

interface StepProps {
  readonly title: string
  readonly isDone: boolean
  readonly children: preact.ComponentChildren
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : ''}>
      <h3>
        {title}
        {isDone && (
          <span class="chip flag good">
            <Icon name="check" /> done
          </span>
        )}
      </h3>
      {children}
    </li>
  )
}

const titles = (hosts: Hosts) => hosts.map(({ title }) => title).join(', ')

function ConnectStep({ hosts }: { readonly hosts: Hosts }) {
  const connected = hosts.filter((host) => host.connected)
  const waiting = connected.filter(({ approval }) => approval !== null)
  const found = hosts.filter((host) => !host.connected)
  return (
    <Step title="Connect an agent" isDone={connected.length > 0 && waiting.length === 0}>
      {connected.length > 0 && <p>{titles(connected)} connected.</p>}
      {waiting.map(({ host, title, approval }) => (
        <p key={host}>
          {title}: <Stored text={approval ?? ''} />
        </p>
      ))}
      {connected.length === 0 && (
        <p>
          {found.length > 0
            ? `Found here: ${titles(found)}. `
            : 'No coding agent was found here yet. '}
          In a terminal: <code>mneme setup</code>. It lists what it would change and asks first.
        </p>
      )}
    </Step>
  )
}

/** M-05. Counted by name and date alone; nothing is read before the button is pressed. */
function HistoryStep({ hosts }: { readonly hosts: Hosts }) {
  const [isBusy, setBusy] = useState(false)
  const [read, setRead] = useState<Output<'sessions backfill'> | null>(null)
  const known = useAsked('sessions list', { all: true, limit: 1 })
  const { answer } = useAsked('sessions backfill', { dryRun: true }, { live: 'never' })
  const isDone = read !== null || (known.answer?.total ?? 0) > 0
  const start = async () => {
    setBusy(true)
    try {
      const report = await call('sessions backfill', {})
      setRead(report)
      say(
        `${many(report.sessions, 'session')} read, ${many(report.memories, 'memory', 'memories')} kept`,
      )
    } catch (thrown) {
      complain(thrown)
    }
    setBusy(false)
  }
  return (
    <Step title="Read the history" isDone={isDone}>
      {!answer && <Skeleton lines={1} />}
      {answer && answer.hosts.length === 0 && (
        <p>There are no past sessions on this machine. New ones are read as they happen.</p>
      )}
      {answer && answer.hosts.length > 0 && (
        <>
          <p>
            {historyLine(answer.hosts, hosts)}. They are read on this machine, and nothing leaves
            it.
          </p>
          {!isDone && (
            <button type="button" disabled={isBusy} onClick={() => void start()}>
              {isBusy ? 'Reading…' : `Read ${many(answer.found, 'session')}`}
            </button>
          )}
        </>
      )}
    </Step>
  )
}

function historyLine(history: History, hosts: Hosts): string {
  const titleOf = (host: string) => hosts.find((each) => each.host === host)?.title ?? host
  return history
    .map(({ host, sessions, oldest }) => {
      const since = oldest === null ? '' : ` since ${oldest.slice(0, 10)}`
      return `${titleOf(host)}: ${many(sessions, 'session')}${since}`
    })
    .join(', ')
}

function FirstMemoryStep() {
  const [content, setContent] = useState('')
  const keep = async () => {
    if (content.trim() === '') return
    if (await doing(call('remember', { content }), 'Saved')) setContent('')
  }
  return (
    <Step title="Save a first memory" isDone={false}>
      <p>
        Say it to your agent (“remember that we deploy on Fridays”), or write it here. Then look at
        what an agent would be given:{' '}
        <a class="more" href={hrefOf('context')}>
          Context
        </a>
        .
      </p>
      <form
        class="first-memory"
        onSubmit={(event) => {
          event.preventDefault()
          void keep()
        }}
      >
        <input
          id="first-memory"
          dir="auto"
          aria-label="Something worth knowing later"
          placeholder="We deploy on Fridays, never on Mondays"
          value={content}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
        <button type="submit">Remember</button>
      </form>
    </Step>
  )
}
