import type { Output } from '../api/call.ts'
import { hrefOf } from '../state/route.ts'
import { ago, many } from '../text/figures.ts'
import { Icon } from './icons.tsx'
import { Stored } from './stored.tsx'

type Session = Output<'sessions list'>['sessions'][number]

export function SessionRow({ session }: { readonly session: Session }) {
  const { id, host, title, messages, compactions, lastAt, branch } = session
  return (
    <div class="row session-row">
      <a class="row-link" data-row href={hrefOf('session', id)}>
        <Icon name="sessions" />
        <span class="row-title">
          <Stored text={title ?? id} />
        </span>
      </a>
      <div class="row-meta">
        <span class="chip flag mute">{host}</span>
        <span>{many(messages, 'message')}</span>
        {compactions > 0 && <span>{many(compactions, 'compaction')}</span>}
        {branch !== null && (
          <code>
            <Stored text={branch} />
          </code>
        )}
        {lastAt !== null && <time dateTime={lastAt}>{ago(lastAt)}</time>}
      </div>
    </div>
  )
}
