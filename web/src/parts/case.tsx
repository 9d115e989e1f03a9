/** One thing to decide: what it is about, and the choices with their keys. */
import type { ComponentChildren } from 'preact'

export interface Choice {
  readonly key: string
  readonly name: string
  readonly tone?: 'primary' | 'danger'
  readonly decide: () => unknown
}

export interface CaseProps {
  readonly title: string
  readonly question: string
  readonly choices: readonly Choice[]
  readonly body: ComponentChildren
  readonly onLeave: () => void
}

export function Case({ title, question, choices, body, onLeave }: CaseProps) {
  return (
    <article class="card case" aria-label={title}>
      <header class="card-header">
        <h2>{title}</h2>
      </header>
      <p class="question">{question}</p>
      {body}
      <div class="actions">
        {choices.map(({ key, name, tone, decide }) => (
          <button key={key} type="button" class={tone ?? ''} onClick={() => void decide()}>
            <kbd>{key}</kbd> {name}
          </button>
        ))}
        <button type="button" class="quiet" onClick={onLeave}>
          <kbd>s</kbd> Later
        </button>
      </div>
    </article>
  )
}
