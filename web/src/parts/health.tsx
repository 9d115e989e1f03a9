/** The health check, with the repair that the command line would do, at one press. */
import { useState } from 'preact/hooks'
import { call, type Output } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { isCalm } from '../state/calm.ts'
import { hrefOf } from '../state/route.ts'
import { complain, say } from '../state/toasts.ts'
import { counted, many, percent } from '../text/figures.ts'
import { Icon } from './icons.tsx'
import { Failed, Skeleton } from './states.tsx'
import { Stored } from './stored.tsx'
import { Card } from './view.tsx'

type Finding = Output<'health'>['findings'][number]

interface Remedy {
  readonly name: string
  readonly run?: () => Promise<{ batch: string | null; changes: number }>
  readonly href?: string
}

/** What the hint of a finding says to type, done from here. */
const REMEDIES: readonly (readonly [hint: RegExp, remedy: Remedy])[] = [
  [/^mneme consolidate/, { name: 'Clean up', run: () => call('consolidate', {}) }],
  [/run expiry/, { name: 'Clear', run: () => call('upkeep run', { job: 'expiry' }) }],
  [/run embeddings/, { name: 'Embed', run: () => call('upkeep run', { job: 'embeddings' }) }],
  [/run all/, { name: 'Run now', run: () => call('upkeep run', { job: 'all' }) }],
  [/review list|mneme project/, { name: 'Review', href: hrefOf('review') }],
]

export function Health() {
  const { answer, refusal, again } = useAsked('health', isCalm.value ? {} : null, {
    live: 'slowly',
  })
  return (
    <Card
      title="Health"
      aside={
        answer && (
          <span class={`chip flag ${answer.findings.length === 0 ? 'good' : 'bad'}`}>
            {answer.findings.length === 0
              ? 'healthy'
              : many(answer.findings.length, 'thing to fix', 'things to fix')}
          </span>
        )
      }
    >
      {refusal && <Failed refusal={refusal} />}
      {!answer && !refusal && <Skeleton />}
      {answer && (
        <>
          <ul class="findings">
            {answer.findings.map((finding) => (
              <FindingLine key={finding.what} finding={finding} onDone={again} />
            ))}
            {answer.findings.length === 0 && (
              <li>
                <Icon name="check" /> <span>Nothing to fix.</span>
              </li>
            )}
          </ul>
          <p class="small">
            {percent(answer.embedded)} found by meaning ·{' '}
            {many(answer.stale, 'fading one', 'fading ones')}
          </p>
          <Doctor />
        </>
      )}
    </Card>
  )
}

function FindingLine({
  finding,
  onDone,
}: {
  readonly finding: Finding
  readonly onDone: () => void
}) {
  const [isBusy, setBusy] = useState(false)
  const remedy = REMEDIES.find(([hint]) => hint.test(finding.hint))?.[1]
  const run = async () => {
    if (!remedy?.run) return
    setBusy(true)
    try {
      const { batch, changes } = await remedy.run()
      say(`${remedy.name}: ${many(changes, 'change')}`, batch)
      onDone()
    } catch (thrown) {
      complain(thrown)
    }
    setBusy(false)
  }
  return (
    <li class={finding.serious ? 'serious' : ''}>
      <span>
        <b>{counted(finding.count)}</b> <Stored text={finding.what} />
      </span>
      {remedy?.href !== undefined && (
        <a class="button small-button" href={remedy.href}>
          {remedy.name}
        </a>
      )}
      {remedy?.run && (
        <button type="button" class="small-button" disabled={isBusy} onClick={() => void run()}>
          {isBusy ? 'Working…' : remedy.name}
        </button>
      )}
      {!remedy && <code>{finding.hint}</code>}
    </li>
  )
}

type Examined = Output<'doctor'>

/** B-15. `mneme doctor`, and `mneme doctor --repair`. */
function Doctor() {
  const [found, setFound] = useState<Examined | null>(null)
  const [isBusy, setBusy] = useState(false)
  const examine = async (repair: boolean) => {
    setBusy(true)
    try {
      setFound(await call('doctor', { repair }))
    } catch (thrown) {
      complain(thrown)
    }
    setBusy(false)
  }
  const open = found?.findings.filter(({ repaired }) => !repaired) ?? []
  return (
    <div class="doctor">
      <button type="button" class="quiet" disabled={isBusy} onClick={() => void examine(false)}>
        <Icon name="health" /> {isBusy ? 'Looking…' : 'Examine'}
      </button>
      {open.length > 0 && (
        <button type="button" disabled={isBusy} onClick={() => void examine(true)}>
          <Icon name="wrench" /> Repair
        </button>
      )}
      {found && (
        <ul class="findings" role="status">
          {found.findings.length === 0 && (
            <li>
              <Icon name="check" />{' '}
              <span>{many(found.checked.length, 'part')} checked, no problems.</span>
            </li>
          )}
          {found.findings.map(({ what, fix, repaired }) => (
            <li key={what}>
              <span>
                <Stored text={what} />
                <br />
                <span class="small">{repaired ? 'Repaired.' : <Stored text={fix} />}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
