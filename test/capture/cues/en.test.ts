import { checkCues } from './check-cues.ts'

checkCues('en', [
  // Asked to remember.
  ['remember that our staging bucket is called acme-stage-2', 'fact', 'project'],
  ['Please keep in mind the CI runners have only 4 GB of memory.', 'fact', 'project'],
  ['ok, and remember: all money goes through the Money type', 'policy', 'project'],
  ['note to self for later: the design tokens come from Figma every Tuesday', 'fact', 'project'],
  ["Don't forget that Chen has to approve schema changes.", 'policy', 'project'],
  ['Remember I am colour blind, so no red/green charts.', 'preference', 'global'],
  ['The sandbox key expires every 90 days. Remember that.', 'fact', 'project'],
  [
    'please remember how we release: bump, tag, push the tag, wait for the bot',
    'procedure',
    'project',
  ],
  // From now on.
  ['From now on every endpoint gets an OpenAPI description.', 'policy', 'project'],
  ['in future please write commit messages in the present tense', 'policy', 'project'],
  ["going forward I'd like shorter answers", 'preference', 'global'],
  [
    'Use kebab-case for file names going forward, the mixed naming is confusing.',
    'policy',
    'project',
  ],
  ['as always: bump the changelog when you touch the public API', 'policy', 'project'],
  // Decisions.
  ['We decided against GraphQL, the clients are too different.', 'decision', 'project'],
  ['after some back and forth we went with Temporal for the long jobs', 'decision', 'project'],
  ['Decision: dates are stored as UTC, rendered in the local zone.', 'decision', 'project'],
  ["we'll stick with REST, nobody has time for a second API style", 'decision', 'project'],
  [
    'The team agreed on trunk based development because reviews took a week.',
    'decision',
    'project',
  ],
  ['we chose Argon2 over bcrypt since the auditors asked for it', 'decision', 'project'],
  ["let's go with Playwright for the e2e tests, Cypress is too slow on CI", 'decision', 'project'],
  // Constraints.
  ['all public functions must have doc comments', 'policy', 'project'],
  ['The installer has to work offline, some customers have no internet.', 'policy', 'project'],
  ["we're not allowed to store card numbers, PCI forbids it", 'policy', 'project'],
  ['migrations must be reversible', 'policy', 'project'],
  ['compliance requires an audit entry for each export', 'policy', 'project'],
  ['every feature needs to sit behind a flag', 'policy', 'project'],
  ['never run the seed script against production', 'policy', 'project'],
  ['we only support the last two Safari versions', 'policy', 'project'],
  // Taste and way of working.
  ['I prefer early returns to nested ifs', 'preference', 'global'],
  ["I'm not a fan of barrel files", 'preference', 'global'],
  ['I use fish, so give me commands that work there', 'preference', 'global'],
  ['please always show me the plan before you start editing', 'preference', 'global'],
  ["don't explain basic syntax to me", 'preference', 'global'],
  ['for all my projects: two spaces, no semicolons', 'policy', 'global'],
  // Corrections.
  ['No, the tests live in spec/, not test/.', 'correction', 'project'],
  ['I already told you, the API returns snake_case.', 'correction', 'project'],
  ["that's wrong, the cron runs at 4, not at 3", 'correction', 'project'],
  ['stop adding console.log everywhere', 'correction', 'project'],
  ['wrong folder, components go under src/ui', 'correction', 'project'],
  // Dead ends and known trouble.
  ["we tried Bazel twice and gave up, it didn't work with our monorepo", 'negative', 'project'],
  ["don't bother with the official SDK, it leaks sockets", 'negative', 'project'],
  ['upload.test.ts is flaky on Windows, rerun it once', 'fact', 'project'],
  // How it is done.
  ['to reset the local db: run make nuke, then make seed', 'procedure', 'project'],
  ['releasing is: tag on main, wait for the pipeline, publish the draft', 'procedure', 'project'],
  // Only now.
  ['for this session answer in bullet points', 'preference', 'session'],
  ['just for today skip the linter, it is being replaced', 'policy', 'session'],

  // One-off orders.
  ['rename getUser to fetchUser in this module', null],
  ['make the header sticky', null],
  ['use a Set here instead of an array', null],
  ['never mind, keep it as it was', null],
  ['the tooltip must appear on hover, currently it does not', null],
  ['make sure the migration runs before the tests', null],
  ['please add error handling to the upload', null],
  ['for now just hardcode the url', null],
  ["don't change the tests in this PR", null],
  ['let us try with a smaller batch size', null],
  // Something to be made.
  [
    'Implement a rate limiter: it must never block health checks and always return 429 with a header.',
    null,
  ],
  ['Create a checklist for new hires: never share passwords, always lock the screen.', null],
  ['add a comment that this must never be called twice', null],
  // Questions and suppositions.
  ['should we never log the user id?', null],
  ['do you remember which port the mock server uses?', null],
  ['what if we always cached the result', null],
  ['maybe we should switch to bun at some point', null],
  ['is there a convention for error codes', null],
  // Told, complained, chatted.
  ['the build always fails on the second run', null],
  ['I always forget the flags of tar', null],
  ['we never had so many tickets before', null],
  ['the job must have been killed by the OOM killer', null],
  ['Maria thinks we should always use semicolons, what do you say', null],
  ['according to the vendor you should never restart it by hand', null],
  ['thanks, never seen it that fast', null],
])
