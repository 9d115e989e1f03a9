import { factAdd, facts } from '../../../operations/facts.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

export const factAddCommand = command(factAdd, {
  positional: ['subject', 'predicate', 'object'],
  examples: [
    'mneme fact add api uses postgres',
    'mneme fact add ci runs-on node-20 --from 2026-01-01',
  ],
  print: ({ fact, outcome }) =>
    `${outcome === 'created' ? 'Noted' : 'Known already'}: ${oneLine(`${fact.subject} ${fact.predicate} ${fact.object}`)}`,
})

export const factsCommand = command(facts, {
  examples: [
    'mneme facts',
    'mneme facts --subject api',
    'mneme facts --predicate uses --object postgres',
  ],
  print: ({ facts: found }) =>
    found.length === 0
      ? 'No such facts. To note one: mneme fact add api uses postgres'
      : table(
          [
            { title: 'subject', flexible: true },
            { title: 'predicate', flexible: true },
            { title: 'object', flexible: true },
            { title: 'origin' },
            { title: 'sure', align: 'right' },
            { title: 'from' },
            { title: 'to' },
          ],
          found.map((fact) => [
            fact.subject,
            fact.predicate,
            fact.object,
            fact.origin,
            fact.confidence.toFixed(2),
            fact.validFrom?.slice(0, 10) ?? '',
            fact.validTo?.slice(0, 10) ?? '',
          ]),
        ),
})
