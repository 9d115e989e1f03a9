import { why } from '../../../operations/why.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const whyCommand = command(why, {
  positional: ['id'],
  examples: ['mneme why api-rate-limit'],
  print: ({ memory, provenance, transcript, confidence, trust, links, facts, changes }) =>
    [
      paint('bold', oneLine(memory.title)),
      `  ${provenance.source}, in the words of the ${provenance.origin}, on ${provenance.at.slice(0, 16).replace('T', ' ')}`,
      ...(provenance.session
        ? [
            `  session ${oneLine(provenance.session)}${provenance.host ? ` in ${oneLine(provenance.host)}` : ''}`,
          ]
        : []),
      ...(provenance.messages
        ? [`  messages ${provenance.messages.map(oneLine).join(' to ')}`]
        : []),
      ...(provenance.snippet ? [`  “${oneLine(provenance.snippet)}”`] : []),
      ...transcript.map(
        ({ role, text, path, line }) =>
          `  ${oneLine(path)}${line === null ? '' : `:${line}`}  ${role}: ${oneLine(text)}`,
      ),
      `  confidence ${confidence.toFixed(2)}${provenance.confidenceReason ? ` (${oneLine(provenance.confidenceReason)})` : ''}, trust ${trust.toFixed(2)}`,
      ...links.map(
        (link) =>
          `  ${link.kind}: ${link.from === memory.id ? link.to : `${link.from} (from there)`}`,
      ),
      ...facts.map(
        (fact) => `  fact: ${oneLine(`${fact.subject} ${fact.predicate} ${fact.object}`)}`,
      ),
      ...changes.map(
        (change) =>
          `  ${change.at.slice(0, 16).replace('T', ' ')}  ${oneLine(change.cause)} by ${oneLine(change.actor)}${change.fields.length > 0 ? ` (${change.fields.join(', ')})` : ''}`,
      ),
    ].join('\n'),
})
