/** F-02. Sessions with agents, and what was said in them, word for word. */
import { useState } from 'preact/hooks'
import { useAsked } from '../api/use-asked.ts'
import { Icon } from '../parts/icons.tsx'
import { SessionRow } from '../parts/session-row.tsx'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { Stored } from '../parts/stored.tsx'
import { View } from '../parts/view.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { amend, hrefOf, route } from '../state/route.ts'
import { ago, many } from '../text/figures.ts'
import { wantedIn } from '../text/wanted.ts'

const SETTLE_MS = 150
const MOST = 1000
const ROW_PX = 66

export function Sessions() {
  const asked = route.value.query.get('q') ?? ''
  const [isAll, setAll] = useState(true)
  return (
    <View title="Sessions" lead="Sessions with your agents, and what was learned from them.">
      <search class="search-box">
        <Icon name="search" />
        <input
          type="search"
          placeholder="Search transcripts"
          aria-label="Search transcripts"
          autocomplete="off"
          value={asked}
          onInput={(event) => amend(hrefOf('sessions', '', { q: event.currentTarget.value }))}
        />
      </search>
      <div class="filters">
        <button
          type="button"
          class="chip-button"
          aria-pressed={isAll}
          onClick={() => setAll(!isAll)}
        >
          Of every project
        </button>
      </div>
      {asked.trim() === '' ? <List isAll={isAll} /> : <Said question={asked} isAll={isAll} />}
    </View>
  )
}

function List({ isAll }: { readonly isAll: boolean }) {
  const { answer, refusal } = useAsked('sessions list', { all: isAll, limit: MOST })
  if (refusal) return <Failed refusal={refusal} />
  if (!answer) return <Skeleton lines={6} />
  if (answer.total === 0) {
    return (
      <Empty icon="sessions" title="No sessions yet">
        <p>
          Transcripts of Claude Code, Codex, OpenCode and Gemini CLI are read by themselves; older
          ones with <code>mneme sessions backfill</code>
        </p>
      </Empty>
    )
  }
  const { sessions } = answer
  return (
    <>
      <p class="result-line" role="status">
        {many(answer.total, 'session')}
      </p>
      <VirtualList
        label="Sessions"
        count={sessions.length}
        estimatePx={ROW_PX}
        keyOf={(index) => `${sessions[index]?.host}:${sessions[index]?.id}`}
        item={(index) => {
          const session = sessions[index]
          return session && <SessionRow session={session} />
        }}
      />
    </>
  )
}

function Said({ question, isAll }: { readonly question: string; readonly isAll: boolean }) {
  const { answer, refusal } = useAsked(
    'session-search',
    { query: question, all: isAll, limit: 40 },
    { settleMs: SETTLE_MS },
  )
  if (refusal) return <Failed refusal={refusal} />
  if (!answer) return <Skeleton lines={6} />
  if (answer.hits.length === 0) return <Empty icon="search" title="No matching messages" />
  const wanted = wantedIn(question)
  return (
    <div class="rows">
      {answer.hits.map((hit) => (
        <div class="row" key={`${hit.session}${hit.messageId}`}>
          <a class="row-link" data-row href={hrefOf('session', hit.session, { at: hit.messageId })}>
            <span class="row-title">
              <Stored text={hit.title ?? hit.session} />
            </span>
            <span class="row-about">
              <b>{hit.role}</b> <Stored text={hit.snippet} wanted={wanted} />
            </span>
          </a>
          <div class="row-meta">
            <span class="chip flag mute">{hit.host}</span>
            {hit.at !== null && <time dateTime={hit.at}>{ago(hit.at)}</time>}
          </div>
        </div>
      ))}
    </div>
  )
}
