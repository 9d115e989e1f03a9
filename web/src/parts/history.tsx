/** B-06, B-07. What a memory was before, what changed since, and the way back. */
import { useState } from 'preact/hooks'
import { call, type Memory, type Output } from '../api/call.ts'
import { doing } from '../state/toasts.ts'
import { ago, moment } from '../text/figures.ts'
import { Difference } from './diff.tsx'
import { Empty } from './states.tsx'
import { Stored } from './stored.tsx'

type Version = Output<'history'>['versions'][number]

interface HistoryProps {
  readonly memory: Memory
  readonly versions: readonly Version[]
}

export function History({ memory, versions }: HistoryProps) {
  if (versions.length === 0) {
    return (
      <Empty icon="undo" title="No earlier versions">
        <p>Earlier versions appear here and can be restored.</p>
      </Empty>
    )
  }
  return (
    <ol class="versions">
      {versions.map((version, at) => (
        <VersionLine
          key={version.id}
          memory={memory}
          version={version}
          // What it became: the next newer version, or what it says now.
          after={versions[at - 1]?.snapshot ?? memory}
          isOpen={at === 0}
        />
      ))}
    </ol>
  )
}

interface VersionLineProps {
  readonly memory: Memory
  readonly version: Version
  readonly after: Memory
  readonly isOpen: boolean
}

function VersionLine({ memory, version, after, isOpen: opens }: VersionLineProps) {
  const [isOpen, setOpen] = useState(opens)
  const { snapshot } = version
  const restore = () => doing(call('history', { id: memory.id, restore: version.id }), 'Restored')
  return (
    <li>
      <div class="version-line">
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class="version-cause">
            <Stored text={version.cause} />
          </span>
          <time dateTime={version.at} title={moment(version.at)}>
            {ago(version.at)}
          </time>
        </button>
        <button type="button" class="small-button" onClick={() => void restore()}>
          Restore
        </button>
      </div>
      {isOpen && (
        <>
          {snapshot.title !== after.title && (
            <Difference before={snapshot.title} after={after.title} />
          )}
          <Difference before={snapshot.content} after={after.content} />
        </>
      )}
    </li>
  )
}
