/**
 * D-02. What is asked for by its kind, and the names by which a text answers: who asks for the linter
 * is answered by "We use Biome", which shares no word with the question, and no small model knows that
 * Biome is a linter. This is knowledge of the trade, not of any data: a row lists the well-known names
 * of a kind. A name that is a word of everyday speech too is left out, or written so that it is not.
 */
import { indexTerms, indexToken } from './index-text.ts'
import { contentWords } from './words.ts'

/** What a question asks for by its kind. */
export interface AskedTopics {
  readonly topics: readonly NamedTopic[]
  /** From 0 to 1: how much of the question they are. */
  readonly share: number
}

interface NamedTopic {
  /** As written in the question. */
  readonly phrase: string
  /** The most telling word of each name, as the index holds it. */
  readonly tokens: readonly string[]
  /** Matches any of the names in a text in lower case. */
  readonly names: RegExp
}

// biome-ignore format: a row for each topic
const TABLE: readonly (readonly [asked: string, said: string])[] = [
  // Writing code
  ['linter, lint, linting, static analysis', 'biome, eslint, oxlint, ruff, pylint, flake8, rubocop, clippy, golangci-lint, stylelint, tslint, shellcheck, checkstyle, ktlint, detekt, swiftlint, hadolint, sonarqube, phpstan, psalm, spotbugs, credo'],
  ['formatter, formatting, code style, style guide', 'prettier, biome, dprint, yapf, gofmt, rustfmt, clang-format, ktfmt, autopep8, isort, ruff, editorconfig, google-java-format, swiftformat'],
  ['indentation, tabs or spaces, spaces or tabs', 'tabs, spaces, blanks, editorconfig'],
  ['naming convention, naming style', 'camel case, camelcase, snake case, kebab case, pascal case, pascalcase, prefixed, suffixed'],
  ['type checker, type checking, static typing', 'typescript, mypy, pyright, sorbet, tsc'],
  ['programming language, implementation language', 'typescript, javascript, python, rust, golang, java, kotlin, swift, ruby, php, elixir, scala, haskell, zig, clojure'],
  ['editor, ide, code editor', 'vscode, vs code, intellij, webstorm, vim, neovim, emacs, zed, pycharm, jetbrains, sublime text, xcode'],
  ['shell, terminal', 'bash, zsh, fish shell, powershell, nushell, tmux, iterm, alacritty, ghostty'],
  ['operating system', 'linux, ubuntu, debian, alpine, macos, windows, fedora, nixos, freebsd, rhel, centos, wsl'],
  ['git hooks, pre-commit checks, commit hooks', 'husky, lefthook, pre-commit, lint-staged, simple-git-hooks'],
  ['commit style, commit messages, commit convention', 'conventional commits, commitlint, gitmoji, commitizen'],
  ['code generation, scaffolding', 'plop, hygen, cookiecutter, yeoman, openapi-generator, copier'],
  ['date library, date handling', 'date-fns, dayjs, luxon, moment.js, joda-time, iso 8601'],
  ['validation library, schema validation, input validation, runtime validation', 'zod, yup, joi, valibot, ajv, pydantic, json schema, typebox, io-ts, marshmallow, class-validator, arktype'],

  // Building and shipping
  ['package manager, dependency manager', 'npm, pnpm, yarn, bun, pip, poetry, uv, pipenv, conda, cargo, maven, gradle, composer, bundler, homebrew, nuget, cocoapods'],
  ['bundler, module bundler, build tool, build system', 'vite, webpack, rollup, rolldown, esbuild, parcel, turbopack, rspack, swc, tsup, gradle, maven, bazel, cmake, makefile, meson, sbt, gulp'],
  ['monorepo, workspaces', 'turborepo, nx, lerna, rush, bazel, pnpm workspaces, changesets'],
  ['javascript runtime, server runtime', 'node, nodejs, deno, bun, cloudflare workers'],
  ['ci, continuous integration, build server, build pipeline', 'github actions, gitlab ci, jenkins, circleci, travis, buildkite, teamcity, azure pipelines, bitbucket pipelines, tekton, woodpecker, drone ci'],
  ['cd, continuous deployment, continuous delivery, deployment tool, gitops', 'argocd, argo cd, fluxcd, spinnaker, octopus deploy, capistrano, kamal, github actions, gitlab ci, jenkins'],
  ['deployment strategy, release strategy, rollout strategy', 'blue-green, canary, rolling update, staged rollout'],
  ['versioning, version scheme, release tooling', 'semver, semantic versioning, calver, changesets, semantic-release, release-please, git-cliff'],
  ['version control, source control, vcs, code hosting', 'git, github, gitlab, bitbucket, mercurial, svn, subversion, gitea, perforce, codeberg, forgejo'],
  ['branching strategy, branching model, git workflow, merge strategy', 'trunk-based, gitflow, git flow, squash, squashed, rebase, rebased, feature branches, merge commits, fast-forward'],
  ['code review, review policy', 'approve, approval, approvals, reviewer, codeowners, pull request, merge request'],
  ['dependency updates, dependency upgrades, outdated packages', 'dependabot, renovate, npm-check-updates'],
  ['environments, deployment environments', 'staging, preview deployments, sandbox, uat'],

  // Tests
  ['test runner, test framework, testing framework, unit tests, unit testing', 'vitest, jest, mocha, jasmine, pytest, unittest, junit, testng, rspec, minitest, phpunit, nunit, xunit, exunit, kotest, karma'],
  ['e2e, end-to-end tests, end-to-end testing, browser tests, browser automation, ui tests', 'playwright, cypress, selenium, puppeteer, webdriver, testcafe, detox, appium, capybara, nightwatch'],
  ['mocking, test doubles', 'msw, sinon, nock, mockito, wiremock, testdouble'],
  ['load testing, load tests, performance testing, stress test', 'k6, locust, jmeter, gatling, artillery, autocannon, vegeta'],
  ['property-based testing, fuzzing', 'fast-check, hypothesis, quickcheck, proptest, jqwik, libfuzzer'],
  ['test coverage, code coverage', 'istanbul, nyc, c8, codecov, coveralls, jacoco, lcov'],

  // Data
  ['database, db, datastore, data store, rdbms', 'postgres, postgresql, mysql, mariadb, sqlite, mongodb, dynamodb, cockroachdb, cassandra, oracle, sql server, mssql, supabase, planetscale, firestore, couchdb, clickhouse, duckdb, turso, scylladb, tidb, cosmosdb'],
  ['nosql, document database', 'mongodb, dynamodb, couchdb, firestore, cassandra, scylladb'],
  ['vector database, vector store', 'pgvector, pinecone, qdrant, weaviate, milvus, chroma, lancedb, faiss'],
  ['data warehouse, analytics database', 'snowflake, bigquery, redshift, clickhouse, databricks, duckdb'],
  ['etl, data pipeline', 'airflow, dbt, dagster, prefect, fivetran, airbyte, spark, apache beam, nifi'],
  ['orm, query builder, data mapper', 'prisma, drizzle, typeorm, sequelize, kysely, knex, mikroorm, sqlalchemy, hibernate, jpa, activerecord, active record, diesel, sqlx, gorm, eloquent, doctrine, ecto, entity framework, dapper, jooq, peewee, mongoose'],
  ['database migrations, schema migrations, migration tool', 'flyway, liquibase, alembic, dbmate, prisma migrate, drizzle-kit, sqitch, golang-migrate'],
  ['cache, caching', 'redis, memcached, valkey, varnish, cdn, lru, ttl, etag, cache-control, hazelcast'],
  ['search engine, full-text search, site search', 'elasticsearch, opensearch, meilisearch, algolia, typesense, solr, lucene, fts5'],
  ['object storage, file storage, blob storage, file uploads', 's3, r2, gcs, minio, azure blob, bucket, backblaze, cloudinary, wasabi, ceph'],
  ['backups, backup strategy, disaster recovery', 'snapshot, snapshots, restore, restored, point-in-time, pitr, restic, borg, wal-g, pg_dump, velero, failover'],
  ['id format, primary keys', 'uuid, uuidv7, ulid, nanoid, cuid, ksuid, autoincrement'],
  ['serialization, wire format', 'json, protobuf, avro, msgpack, messagepack, cbor, thrift, parquet'],
  ['timezone, time zone', 'utc, gmt, cet, est, iana, daylight saving, local time'],
  ['currency, money format, monetary amounts', 'cents, euro, euros, dollars, usd, eur, gbp, minor units'],

  // Running it
  ['hosting, cloud provider, hosting provider, cloud platform', 'vercel, netlify, fly.io, aws, azure, gcp, google cloud, heroku, render.com, railway.app, hetzner, digitalocean, linode, cloudflare, ovh, scaleway, ec2, fargate, cloud run, app engine, github pages'],
  ['infrastructure as code, iac, provisioning, configuration management', 'terraform, opentofu, pulumi, cloudformation, aws cdk, ansible, chef, puppet, saltstack, bicep, crossplane'],
  ['containerization, container runtime, containers', 'docker, podman, containerd, dockerfile, docker compose, distroless, buildah'],
  ['orchestration, orchestrator', 'kubernetes, k8s, k3s, nomad, docker swarm, ecs, openshift, eks, gke, aks'],
  ['message queue, message broker, event bus, queue', 'kafka, rabbitmq, sqs, nats, redpanda, pulsar, pubsub, activemq, zeromq, mqtt, kinesis, bullmq, celery, sidekiq, service bus, eventbridge'],
  ['background jobs, background worker, job queue, task queue, async jobs', 'bullmq, sidekiq, celery, resque, faktory, temporal, inngest, pg-boss, graphile-worker, oban, hangfire, dramatiq, rabbitmq, sqs'],
  ['scheduler, scheduled jobs, recurring jobs, cron jobs', 'cron, crontab, airflow, temporal, quartz, systemd timer, nightly, every night'],
  ['reverse proxy, load balancer, load balancing, web server, ingress, api gateway', 'nginx, caddy, traefik, haproxy, envoy, apache, kong, alb, istio'],
  ['cdn, content delivery', 'cloudflare, cloudfront, fastly, akamai, bunnycdn'],
  ['dns, domain registrar', 'route 53, route53, cloudflare, namecheap, gandi, porkbun, godaddy, cname, nameserver'],
  ['tls, ssl, https', 'certificate, certificates, letsencrypt, encrypt, certbot, acme, cert-manager, caddy, mkcert'],
  ['service mesh, service discovery', 'istio, linkerd, consul, etcd, eureka, zookeeper'],
  ['vpn, remote access', 'wireguard, tailscale, openvpn, zerotier, bastion'],
  ['feature flags, feature toggles, ab testing, gradual rollout', 'launchdarkly, unleash, flagsmith, growthbook, statsig, posthog, split.io, optimizely, configcat, flipt'],
  ['error tracking, crash reporting, error monitoring, error reporting', 'sentry, bugsnag, rollbar, crashlytics, honeybadger, airbrake, raygun, glitchtip'],
  ['monitoring, observability, metrics, apm', 'grafana, prometheus, datadog, new relic, cloudwatch, opentelemetry, honeycomb, influxdb, victoriametrics, zabbix, nagios, dynatrace, statsd'],
  ['logging, log aggregation, log management, logger', 'pino, winston, bunyan, loki, logstash, kibana, fluentd, papertrail, splunk, log4j, logback, serilog, structlog, loguru, logrus, zerolog, graylog, syslog, journald'],
  ['tracing, distributed tracing', 'jaeger, zipkin, opentelemetry, otel, x-ray, honeycomb'],
  ['alerting, on-call, pager', 'pagerduty, opsgenie, alertmanager, victorops, incident.io, on duty, rota'],
  ['status page', 'statuspage, instatus, better stack'],
  ['performance budget, page speed, web vitals', 'lighthouse, lcp, first paint, largest contentful paint, bundle size, ttfb'],
  ['compression', 'gzip, brotli, zstd, lz4, snappy'],

  // Who may do what
  ['auth, authentication, login, sign in, single sign-on, sso, identity provider', 'oauth, oauth2, oidc, saml, jwt, keycloak, auth0, okta, cognito, clerk, nextauth, supertokens, magic link, passkey, passkeys, webauthn, ldap, kerberos, workos, authentik'],
  ['authorization, access control, permissions', 'rbac, abac, acl, casbin, openfga, zanzibar, open policy agent, row level security, rls'],
  ['2fa, mfa, two-factor, second factor', 'totp, yubikey, hardware key, authenticator, webauthn, passkey, fido2'],
  ['secrets management, secret manager, secret storage, secrets', 'hashicorp vault, doppler, 1password, infisical, sops, aws secrets manager, key vault, bitwarden, sealed secrets, dotenv, parameter store'],
  ['password hashing', 'argon2, bcrypt, scrypt, pbkdf2'],
  ['encryption', 'aes, rsa, libsodium, kms, chacha20, pgp, at rest'],
  ['vulnerability scanning, security scanning, dependency audit', 'snyk, trivy, dependabot, codeql, semgrep, grype, npm audit, owasp, sonarqube, gitleaks, trufflehog, bandit'],
  ['captcha, bot protection', 'recaptcha, hcaptcha, turnstile'],
  ['rate limit, rate limiting, throttling', 'requests a minute, calls a minute, per minute, per second, 429, token bucket, leaky bucket'],
  ['compliance, privacy law, data protection', 'gdpr, hipaa, soc 2, soc2, pci dss, iso 27001, ccpa, dsgvo'],
  ['data retention, retention period', 'deleted after, purged after, kept for, erased after, removed after'],
  ['software licence, software license', 'mit, apache 2, gpl, agpl, bsd, mpl'],

  // What users see
  ['frontend framework, front-end framework, ui framework, ui library, javascript framework', 'react, vue, svelte, sveltekit, angular, solidjs, preact, qwik, astro, nextjs, nuxt, remix, ember, htmx, alpine.js'],
  ['backend framework, web framework, server framework, api framework', 'express, fastify, hono, koa, nestjs, django, flask, fastapi, rails, sinatra, laravel, symfony, spring boot, gin, actix, axum, phoenix, quarkus, micronaut, asp.net, ktor, elysia'],
  ['mobile framework, mobile app, mobile client', 'react native, flutter, expo, swiftui, uikit, jetpack compose, ionic, capacitor, xamarin, android, iphone, ios'],
  ['desktop app, desktop framework', 'electron, tauri, wails, gtk, wpf'],
  ['css framework, styling', 'tailwind, bootstrap, bulma, styled-components, css modules, sass, scss, unocss, vanilla-extract'],
  ['component library, design system, ui kit', 'shadcn, radix, chakra, mui, material ui, mantine, ant design, storybook, headless ui'],
  ['state management, client state, global state', 'redux, zustand, mobx, pinia, vuex, jotai, recoil, xstate, ngrx, valtio'],
  ['data fetching, http client', 'tanstack query, react query, swr, apollo, urql, axios, trpc, undici, ky'],
  ['api style, api protocol, api documentation, api spec', 'rest api, restful, graphql, grpc, trpc, openapi, swagger, json-rpc, soap, asyncapi, redoc'],
  ['realtime, real-time updates, live updates', 'websocket, websockets, sse, server-sent events, socket.io, pusher, ably, long polling, webrtc'],
  ['localization, internationalization, i18n, l10n, translations', 'i18next, formatjs, lingui, lokalise, crowdin, gettext, transifex, weblate, locale, locales, localised, localized'],
  ['accessibility, a11y', 'wcag, aria, screen reader, screen readers, keyboard, contrast, voiceover, nvda'],
  ['browser support, supported browsers', 'safari, chrome, firefox, ie11, browserslist, polyfill'],
  ['charts, charting library, data visualization', 'd3, chart.js, recharts, echarts, plotly, highcharts, vega, nivo, matplotlib'],
  ['map provider, geocoding', 'mapbox, leaflet, google maps, openstreetmap, openlayers, maplibre, nominatim'],
  ['image processing', 'sharp, imagemagick, pillow, libvips, opencv, avif, webp'],
  ['pdf generation', 'puppeteer, wkhtmltopdf, pdfkit, weasyprint, jspdf, reportlab, gotenberg'],
  ['static site generator', 'hugo, jekyll, astro, eleventy, gatsby, docusaurus, hexo'],
  ['cms, content management', 'contentful, sanity, strapi, wordpress, payload cms, directus, prismic, storyblok, drupal'],
  ['game engine', 'unity, unreal, godot, bevy, phaser, three.js'],

  // Services bought
  ['payments, payment provider, payment processor, payment gateway', 'stripe, paypal, adyen, braintree, mollie, klarna, paddle, lemon squeezy, razorpay, worldpay, chargebee, sepa'],
  ['email delivery, email provider, email service, transactional email, mail provider', 'postmark, sendgrid, mailgun, ses, resend, mailchimp, mandrill, sparkpost, brevo, mailjet, smtp'],
  ['sms provider, text messages', 'twilio, vonage, messagebird, plivo, sinch'],
  ['push notifications', 'fcm, firebase, apns, onesignal, web push'],
  ['product analytics, web analytics, usage tracking', 'posthog, mixpanel, amplitude, google analytics, plausible, matomo, umami, snowplow, rudderstack'],
  ['language model, llm, ai provider', 'openai, gpt, claude, anthropic, gemini, llama, mistral, ollama, bedrock, deepseek, qwen'],
  ['ml framework, machine learning', 'pytorch, tensorflow, scikit-learn, keras, jax, xgboost, onnx, mlflow'],
  ['web scraping, crawler', 'puppeteer, playwright, cheerio, scrapy, beautifulsoup, crawlee'],

  // Working together
  ['issue tracker, bug tracker, task tracker, ticketing system, project management', 'jira, linear, github issues, asana, trello, youtrack, redmine, clickup, basecamp, bugzilla'],
  ['wiki, knowledge base, documentation site', 'confluence, notion, docusaurus, mkdocs, gitbook, vitepress, sphinx, readthedocs, mintlify'],
  ['team chat, chat tool, communication tool', 'slack, discord, microsoft teams, mattermost, zulip, rocket.chat'],
  ['design tool, mockups, wireframes', 'figma, adobe xd, penpot, invision, balsamiq, zeplin'],
  ['diagrams, diagram tool', 'mermaid, plantuml, excalidraw, draw.io, graphviz, lucidchart, miro'],
  ['onboarding, new hires, newcomers', 'new colleague, new colleagues, new employee, new employees, new joiner, new joiners, first week, first day, buddy'],
  ['vacation, time off, absence', 'holiday, on leave, is away, out of office, sabbatical'],
]

type Topic = Omit<NamedTopic, 'phrase'>

export const NO_TOPICS: AskedTopics = { topics: [], share: 0 }

/** A question of which this share names a topic asks for it; of a longer one it is a circumstance. */
const ASKS_FOR_IT = 0.5

/** Of a longer question the beginning is read. */
export const MAX_ASKED_CHARACTERS = 2000

export function askedTopics(asked: string): AskedTopics {
  const question = asked.slice(0, MAX_ASKED_CHARACTERS)
  const topics = topicsIn(question)
  if (topics.length === 0) return NO_TOPICS
  const all = contentWords(question).length
  const named = new Set(topics.flatMap(({ phrase }) => contentWords(phrase))).size
  return { topics, share: Math.min(1, named / Math.max(all, 1) / ASKS_FOR_IT) }
}

/** The topics that a question names; of two phrases at one place the longer one. */
function topicsIn(question: string): NamedTopic[] {
  return Array.from(question.toLowerCase().matchAll(ASKED)).flatMap(({ 0: found, index }) => {
    const phrase = question.slice(index, index + found.length)
    return (BY_PHRASE.get(singular(found)) ?? []).map((row) => ({ phrase, ...topicAt(row) }))
  })
}

/** The rows of the table by what they are called. */
const BY_PHRASE: ReadonlyMap<string, readonly number[]> = TABLE.reduce((rows, [asked], row) => {
  for (const phrase of asked.split(', ').map(singular)) {
    rows.set(phrase, [...(rows.get(phrase) ?? []), row])
  }
  return rows
}, new Map<string, readonly number[]>())

const ASKED = anyOf([...BY_PHRASE.keys()])

const topics = new Map<number, Topic>()

/** Worked out when a question first names it. */
function topicAt(row: number): Topic {
  const known = topics.get(row)
  if (known) return known
  const names = TABLE[row]?.[1].split(', ') ?? []
  const topic = { tokens: [...new Set(names.map(tellingToken))], names: anyOf(names) }
  topics.set(row, topic)
  return topic
}

/** Its longest word: of "github actions" and "new colleague" the one that says more. */
function tellingToken(name: string): string {
  const [longest = name] = indexTerms(name).sort((a, b) => b.length - a.length)
  return indexToken(longest)
}

/**
 * Whole words, in whatever way they are joined, in the singular or the plural, with or without a version.
 * For texts in lower case: minding both cases takes twice the time of the first question.
 */
function anyOf(phrases: readonly string[]): RegExp {
  const longestFirst = phrases.map(singular).sort((a, b) => b.length - a.length)
  const patterns = longestFirst.map((phrase) => phrase.replaceAll(' ', '[\\s._/-]?'))
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})s?\\d{0,2}(?![\\p{L}\\p{N}])`,
    'gu',
  )
}

/** "Sign-ins" is "sign in"; CMS and CSS are no plurals. */
function singular(phrase: string): string {
  const parts = phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return parts.join(' ').replace(/(?<=[^s]{4})s$/, '')
}
