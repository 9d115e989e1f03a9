/** Where a memory came from: whose words, when, down to the message in the transcript. */
import { useAsked } from '../api/use-asked.ts'
import { hrefOf } from '../state/route.ts'
import { moment, percent } from '../text/figures.ts'
import { Failed, Skeleton } from './states.tsx'
import { Stored } from './stored.tsx'

/** Said in a sentence. */
const SOURCES: Readonly<Record<string, string>> = {
  'user-stated': 'You said so',
  'user-corrected': 'You corrected the agent',
  observed: 'Observed while the agent worked',
  inferred: 'Inferred',
  extracted: 'Extracted from a session',
  imported: 'Imported',
}

export function Provenance({ id }: { readonly id: string }) {
  const { answer, refusal } = useAsked('why', { id })
  if (refusal) return <Failed refusal={refusal} />
  if (!answer) return <Skeleton lines={4} />
  const { provenance, transcript, links, facts, changes } = answer
  return (
    <div class="provenance">
      <p>
        <b>{SOURCES[provenance.source] ?? provenance.source}</b>, in the words of{' '}
        <span class={`chip flag ${provenance.origin === 'user' ? 'good' : 'warn'}`}>
          {provenance.origin}
        </span>{' '}
        on {moment(provenance.at)}
        {provenance.host !== null && <> in {provenance.host}</>}.
        {provenance.confidenceReason !== null && (
          <>
            {' '}
            Confidence {percent(answer.confidence)}: <Stored text={provenance.confidenceReason} />.
          </>
        )}
      </p>
      {provenance.snippet !== null && (
        <blockquote>
          <Stored text={provenance.snippet} />
        </blockquote>
      )}
      {transcript.length > 0 && (
        <ol class="quotes">
          {transcript.map((line) => (
            <li key={line.messageId} class={`said ${line.role}`}>
              <a
                href={hrefOf('session', provenance.session ?? '', { at: line.messageId })}
                data-row
              >
                <span class="said-by">{line.role}</span>
                <Stored text={line.text} />
              </a>
              <span class="small">
                {line.at !== null && moment(line.at)}
                {line.line !== null && (
                  <>
                    {' '}
                    · line {line.line} of <Stored text={line.path.split(/[\\/]/).at(-1) ?? ''} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {provenance.session !== null && transcript.length === 0 && (
        <p>
          <a href={hrefOf('session', provenance.session)}>Source session</a>
        </p>
      )}
      {links.length > 0 && (
        <>
          <h3>Links</h3>
          <ul class="plain-list">
            {links.map(({ kind, from, to }) => (
              <li key={`${kind}${from}${to}`}>
                <span class={`edge-word ${kind}`}>{kind.replaceAll('_', ' ')}</span>{' '}
                <a href={hrefOf('memory', from === id ? to : from)}>
                  {from === id ? 'another memory' : 'by another memory'}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {facts.length > 0 && (
        <>
          <h3>Facts</h3>
          <ul class="plain-list">
            {facts.map((fact) => (
              <li key={fact.id}>
                <Stored text={`${fact.subject} ${fact.predicate} ${fact.object}`} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Changes</h3>
      <ul class="plain-list">
        {changes.map(({ at, actor, cause, batch, fields }) => (
          <li key={`${batch}${fields.join()}`}>
            <Stored text={cause} />
            {fields.length > 0 && <span class="small"> {fields.join(', ')}</span>}
            <span class="small">
              {' '}
              · <Stored text={actor} />, {moment(at)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
