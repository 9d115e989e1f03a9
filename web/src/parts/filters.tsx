/** D-07. Filters as chips: active ones can be removed, others added. */
import type { ComponentChildren } from 'preact'
import { useAsked } from '../api/use-asked.ts'
import { plain } from '../text/visible.ts'
import { RemovableChip } from './chips.tsx'
import { Stored } from './stored.tsx'

const SCOPES = ['global', 'project', 'session', 'team'] as const
const STATES = ['new', 'high', 'low'] as const
const SENSITIVITIES = ['public', 'private', 'secret', 'unknown'] as const
const SINCE = { '1d': 'a day', '7d': 'a week', '30d': 'a month', '365d': 'a year' } as const

export interface Filters {
  readonly type: readonly string[]
  readonly tag: readonly string[]
  readonly scope: readonly (typeof SCOPES)[number][]
  readonly state: readonly (typeof STATES)[number][]
  readonly sensitivity: readonly (typeof SENSITIVITIES)[number][]
  readonly since?: string
}

export function filtersIn(query: URLSearchParams): Filters {
  const known = <Word extends string>(name: string, words: readonly Word[]) =>
    words.filter((word) => query.getAll(name).includes(word))
  const since = query.get('since')
  return {
    type: query.getAll('type'),
    tag: query.getAll('tag'),
    scope: known('scope', SCOPES),
    state: known('state', STATES),
    sensitivity: known('sensitivity', SENSITIVITIES),
    ...(since === null ? {} : { since }),
  }
}

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (next: Partial<Filters>) => void
  readonly children?: ComponentChildren
}

type ManyName = Exclude<keyof Filters, 'since'>

export function FilterBar({ filters, onChange, children }: FilterBarProps) {
  const { answer: stats } = useAsked('stats', {}, { live: 'never' })
  const { answer: tags } = useAsked('tags', { limit: 60 }, { live: 'never' })
  const offered: Readonly<Record<ManyName, readonly string[]>> = {
    type: Object.keys(stats?.byType ?? {}),
    tag: (tags?.tags ?? []).map(({ tag }) => tag),
    scope: SCOPES,
    state: STATES,
    sensitivity: SENSITIVITIES,
  }
  const names = Object.keys(offered) as ManyName[]
  const set = (name: ManyName, values: readonly string[]) =>
    onChange({ [name]: values } as Partial<Filters>)
  return (
    <div class="filters">
      {names.flatMap((name) =>
        filters[name].map((value) => (
          <RemovableChip
            key={`${name}:${value}`}
            label={`${name} ${value}`}
            onRemove={() =>
              set(
                name,
                filters[name].filter((each) => each !== value),
              )
            }
          >
            <span class="chip-name">{name}</span> <Stored text={value} />
          </RemovableChip>
        )),
      )}
      {filters.since !== undefined && (
        <RemovableChip label="since" onRemove={() => onChange({ since: '' })}>
          <span class="chip-name">since</span> {filters.since}
        </RemovableChip>
      )}
      {names.map((name) => (
        <AddFilter
          key={name}
          name={name}
          values={offered[name].filter(
            (value) => !(filters[name] as readonly string[]).includes(value),
          )}
          onAdd={(value) => set(name, [...filters[name], value])}
        />
      ))}
      {filters.since === undefined && (
        <AddFilter
          name="since"
          values={Object.keys(SINCE)}
          said={SINCE}
          onAdd={(since) => onChange({ since })}
        />
      )}
      {children}
    </div>
  )
}

interface AddFilterProps {
  readonly name: string
  readonly values: readonly string[]
  readonly said?: Readonly<Record<string, string>>
  readonly onAdd: (value: string) => void
}

function AddFilter({ name, values, said = {}, onAdd }: AddFilterProps) {
  if (values.length === 0) return null
  return (
    <select
      class="add-filter"
      aria-label={`Filter by ${name}`}
      value=""
      onChange={(event) => {
        const { value } = event.currentTarget
        event.currentTarget.value = ''
        if (value !== '') onAdd(value)
      }}
    >
      <option value="">{name}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {plain((Object.hasOwn(said, value) ? said[value] : null) ?? value)}
        </option>
      ))}
    </select>
  )
}
