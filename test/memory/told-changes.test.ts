import { describe, expect, it } from 'vitest'
import { isOneMemory, judgePair } from '../../src/memory/judge-pair.ts'
import { titleFrom } from '../../src/memory/normalise.ts'

function claim(content: string) {
  return { title: titleFrom(content), content, type: 'fact' }
}

type Pairs = readonly (readonly [older: string, newer: string])[]

/** The newer says that something changed or was wrong, each in a way of its own. */
const CORRECTED: Pairs = [
  ['Background jobs run on Sidekiq.', 'We replaced Sidekiq with GoodJob.'],
  ['Sara is the tech lead.', 'Sara stepped down, Marco is tech lead now.'],
  ['Java 17 is required.', "We're on Java 21 now."],
  ['The batch size is 64.', '64 ran out of memory, batch size is 32.'],
  ['We log with Serilog.', 'Serilog has been thrown out, logging is OpenTelemetry only.'],
  ['The playbook is site.yml.', 'The playbook was renamed to main.yml.'],
  ['The queue is RabbitMQ.', 'RabbitMQ had to make way for Kafka.'],
  ['Use PHP 8.1.', 'PHP 8.1 is end of life, use 8.3.'],
  ['Translations are in config/locales.', 'Translations moved to app/i18n.'],
  ['We store uploads on local disk.', "Uploads don't go to local disk any more, they are in S3."],
  ['Run bin/setup to install.', "bin/setup doesn't exist any longer, run just setup."],
  ['The cron job runs at midnight.', 'I was wrong about the cron job, it runs at 2 a.m.'],
  [
    'The memory leak is in the image cache.',
    "The memory leak wasn't in the image cache, it was the websocket handler.",
  ],
  ['The dataset has 12k samples.', 'The dataset grew to 30k samples.'],
  ['Secrets are in Ansible Vault.', 'Secrets have been moved out of Ansible Vault into Bitwarden.'],
  ['The release train leaves on Thursday.', 'Release train is on Tuesday again.'],
  ['Ask Tom for database access.', 'Tom left, ask Julia for database access.'],
  ['Lena maintains the importer.', 'Lena has handed the importer over to Omar.'],
  ['Fork from main.', 'not main! fork from next'],
  [
    'The API docs are generated with Swagger.',
    'API docs come from Redoc, we got tired of Swagger.',
  ],
  ['The admin panel is at /admin.', '/admin moved, the panel lives at /backoffice.'],
  ['Our CDN is Fastly.', "The CDN contract with Fastly ran out, it's Cloudflare."],
  ['Nadia approves budget requests.', "Nadia's replacement for budget requests is Felix."],
  ['Every class needs a docblock.', "Docblocks aren't mandatory any longer."],
  ['The inventory is in hosts.ini.', "The inventory file was converted, it's hosts.yml."],
  [
    'Please stop using Monday as the deploy day of the importer, it is Thursday these days.',
    'Not Thursday any more, the deploy day of the importer is Friday.',
  ],
]

/** A change is told, of another thing or of another side of the same thing: nothing may be hidden. */
const DISTINCT: Pairs = [
  ['The prod cluster is in eu-west-1.', 'The staging cluster moved to eu-west-3.'],
  ['The docs are written in English.', 'The docs were moved to Notion.'],
  ['Redis holds the sessions.', 'Redis was upgraded to 7.'],
  ['The timeout is 30 s.', 'For uploads the timeout is now 60 s.'],
  ['The mail worker retries three times.', 'The invoice worker now retries five times.'],
  [
    'The orders table has an index on created_at.',
    'The orders table got a new index on customer_id.',
  ],
  ['The backend reports to Sentry.', 'We dropped Sentry for the mobile app.'],
  ['winston is configured in src/log.ts.', 'Use pino instead of winston in the worker.'],
  ['Feature flags are named team_feature.', 'Feature flags moved from LaunchDarkly to Unleash.'],
  ['The rate limit is 100/min.', 'The rate limit was raised to 500/min for partners.'],
  ['npm test runs vitest.', 'npm test is broken on Windows since Node 22.'],
  ['The keepalive on the sensor is 30 s.', 'The keepalive is now 60 s on the gateway.'],
  ['Deploys to staging need one approval.', 'Deploys to prod now need two approvals.'],
  ['Version 2 introduced SAML.', 'Version 3 dropped support for SAML.'],
  ['Kafka is used for the audit log.', 'Kafka was replaced by NATS in the ingest path.'],
  ['Tom owns the backend.', 'Tom handed the frontend over to Ines.'],
  ['The VPN is at vpn.example.com.', 'The VPN now requires hardware tokens.'],
  ['Dark mode is toggled in settings.ts.', 'Dark mode was dropped from the 2.0 milestone.'],
  ['The billing API is written in Go.', 'The billing API was moved behind the gateway.'],
  ['The model is trained on 8 GPUs.', 'The model is now served with vLLM.'],
  ['Marta reviews Terraform changes.', 'Marta now reviews all SQL changes.'],
  ['Ben wrote the deploy script.', 'Ben left the team, ask Anna.'],
  ['The queue is drained at night.', 'The cache is now cleared at night.'],
  [
    'The region of queue-keeper is ap-south-1.',
    'Actually the region of media-resizer is ap-south-1, not eu-central-1.',
  ],
  [
    'Queue-keeper runs in region eu-west-1.',
    'We changed the region of tax-rules from eu-west-1 to sa-east-1.',
  ],
  ['Stripe webhooks arrive at /hooks/stripe.', 'Payments switched from Stripe to Adyen.'],
]

/** No word says that one replaces the other, and they cannot both hold. */
const CONTRADICTING: Pairs = [
  ['Jobs are pushed to the workers.', 'Jobs are pulled by the workers.'],
  ['Keep methods under 20 lines.', 'Methods may have up to 50 lines.'],
  ['Nina is the contact for audits.', 'Paul is the contact for audits.'],
  ['The manual is available in English and French.', 'The manual is available in English only.'],
  ['The index is kept in memory.', 'The index is kept on disk.'],
  ['The thermostat reports in Celsius.', 'The thermostat reports in Fahrenheit.'],
  ['Artifacts are signed.', 'Artifacts are unsigned.'],
]

describe('changes told in many ways', () => {
  it.each(CORRECTED)('M-10 %j is corrected by %j', (older, newer) => {
    const found = judgePair(claim(newer), claim(older), undefined, { cosine: 0.7 })
    expect(found.relation, found.reason).toBe('corrected')
  })

  it.each(DISTINCT)('M-10 %j is not hidden by %j', (one, other) => {
    for (const [older, newer] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const cosine of [null, 0.6, 0.9]) {
        const found = judgePair(claim(newer), claim(older), undefined, { cosine })
        expect(found.relation, found.reason).not.toBe('corrected')
        expect(isOneMemory(found), found.reason).toBe(false)
      }
    }
  })

  it.each(CONTRADICTING)('M-10 %j and %j cannot both hold', (one, other) => {
    for (const [older, newer] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = judgePair(claim(newer), claim(older), undefined, { cosine: 0.75 })
      expect(['contradicts', 'corrected'], found.reason).toContain(found.relation)
    }
  })

  it('M-10 to deny the opposite is to say the same', () => {
    const found = judgePair(
      claim('All customer data has to stay inside the EU.'),
      claim('Customer data must not leave the EU.'),
      undefined,
      { cosine: 0.86 },
    )
    expect(['contradicts', 'corrected'], found.reason).not.toContain(found.relation)
  })
})
