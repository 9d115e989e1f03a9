/** Every command by what is typed. A command's code loads only when it is called. */
import type { BareCommand, Command } from './command.ts'

type Loader = () => Promise<Command | BareCommand>

/** Groups as people look for them; the order is the order of --help. */
// biome-ignore format: a table reads best in columns
export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, Loader>>>> = {
  'Keep and find': {
    remember: async () => (await import('./commands/remember.ts')).rememberCommand,
    search: async () => (await import('./commands/search.ts')).searchCommand,
    get: async () => (await import('./commands/get.ts')).getCommand,
    list: async () => (await import('./commands/list.ts')).listCommand,
    update: async () => (await import('./commands/update.ts')).updateCommand,
    forget: async () => (await import('./commands/forget.ts')).forgetCommand,
  },
  'More ways in': {
    context: async () => (await import('./commands/context.ts')).contextCommand,
    project: async () => (await import('./commands/context.ts')).projectCommand,
    timeline: async () => (await import('./commands/timeline.ts')).timelineCommand,
    'by-file': async () => (await import('./commands/by-file.ts')).byFileCommand,
    'by-concept': async () => (await import('./commands/by-concept.ts')).byConceptCommand,
    tags: async () => (await import('./commands/tags.ts')).tagsCommand,
    tag: async () => (await import('./commands/tag.ts')).tagCommand,
    link: async () => (await import('./commands/link.ts')).linkCommand,
  },
  'Particular kinds': {
    episode: async () => (await import('./commands/episode.ts')).episodeCommand,
    procedure: async () => (await import('./commands/procedure.ts')).procedureCommand,
    'procedure outcome': async () => (await import('./commands/procedure.ts')).procedureOutcomeCommand,
    'task add': async () => (await import('./commands/task.ts')).taskAddCommand,
    'task list': async () => (await import('./commands/task.ts')).taskListCommand,
    'task done': async () => (await import('./commands/task.ts')).taskDoneCommand,
    'fact add': async () => (await import('./commands/facts.ts')).factAddCommand,
    facts: async () => (await import('./commands/facts.ts')).factsCommand,
  },
  'Understand and undo': {
    why: async () => (await import('./commands/why.ts')).whyCommand,
    history: async () => (await import('./commands/history.ts')).historyCommand,
    journal: async () => (await import('./commands/journal.ts')).journalCommand,
    undo: async () => (await import('./commands/undo.ts')).undoCommand,
    feedback: async () => (await import('./commands/feedback.ts')).feedbackCommand,
    validate: async () => (await import('./commands/feedback.ts')).validateCommand,
  },
  'Past sessions': {
    'session-search': async () => (await import('./commands/session-search.ts')).sessionSearchCommand,
    'sessions list': async () => (await import('./commands/sessions.ts')).sessionsListCommand,
    'sessions show': async () => (await import('./commands/sessions.ts')).sessionsShowCommand,
    'sessions backfill': async () => (await import('./commands/sessions.ts')).sessionsBackfillCommand,
    'sessions watch': async () => (await import('./commands/sessions-watch.ts')).sessionsWatchCommand,
    'sessions memories': async () => (await import('./commands/sessions.ts')).sessionsMemoriesCommand,
    'sessions summarize': async () => (await import('./commands/sessions.ts')).sessionsSummarizeCommand,
    'sessions forget': async () => (await import('./commands/sessions.ts')).sessionsForgetCommand,
    extract: async () => (await import('./commands/extract.ts')).extractCommand,
    gaps: async () => (await import('./commands/gaps.ts')).gapsCommand,
    'lifeboat save': async () => (await import('./commands/lifeboat.ts')).lifeboatSaveCommand,
    'lifeboat show': async () => (await import('./commands/lifeboat.ts')).lifeboatShowCommand,
  },
  'Look after it': {
    status: async () => (await import('./commands/status.ts')).statusCommand,
    stats: async () => (await import('./commands/stats.ts')).statsCommand,
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
    backup: async () => (await import('./commands/backup.ts')).backupCommand,
    restore: async () => (await import('./commands/backup.ts')).restoreCommand,
    export: async () => (await import('./commands/export.ts')).exportCommand,
    import: async () => (await import('./commands/export.ts')).importCommand,
    'purge-expired': async () => (await import('./commands/purge-expired.ts')).purgeExpiredCommand,
    erase: async () => (await import('./commands/erase.ts')).eraseCommand,
  },
  'Serve agents': {
    serve: async () => (await import('./commands/serve.ts')).serveCommand,
    stop: async () => (await import('./commands/serve.ts')).stopCommand,
    restart: async () => (await import('./commands/serve.ts')).restartCommand,
    logs: async () => (await import('./commands/logs.ts')).logsCommand,
  },
  'Files and trust': {
    'review list': async () => (await import('./commands/review.ts')).reviewListCommand,
    'review accept': async () => (await import('./commands/review.ts')).reviewAcceptCommand,
    'review reject': async () => (await import('./commands/review.ts')).reviewRejectCommand,
    'anchor show': async () => (await import('./commands/anchor.ts')).anchorShowCommand,
    'anchor list': async () => (await import('./commands/anchor.ts')).anchorListCommand,
    'anchor propose': async () => (await import('./commands/anchor.ts')).anchorProposeCommand,
    'anchor approve': async () => (await import('./commands/anchor.ts')).anchorApproveCommand,
    'anchor reject': async () => (await import('./commands/anchor.ts')).anchorRejectCommand,
    'archive list': async () => (await import('./commands/archive.ts')).archiveListCommand,
    'archive restore': async () => (await import('./commands/archive.ts')).archiveRestoreCommand,
    'archive prune': async () => (await import('./commands/archive.ts')).archivePruneCommand,
    'vault sync': async () => (await import('./commands/vault.ts')).vaultSyncCommand,
    'vault confirm': async () => (await import('./commands/vault.ts')).vaultConfirmCommand,
  },
  'Set up': {
    init: async () => (await import('./commands/init.ts')).initCommand,
    tour: async () => (await import('./commands/tour.ts')).tourCommand,
    'projects list': async () => (await import('./commands/projects.ts')).projectsListCommand,
    'projects merge': async () => (await import('./commands/projects.ts')).projectsMergeCommand,
    'projects split': async () => (await import('./commands/projects.ts')).projectsSplitCommand,
    'config list': async () => (await import('./commands/config.ts')).configListCommand,
    'config get': async () => (await import('./commands/config.ts')).configGetCommand,
    'config set': async () => (await import('./commands/config.ts')).configSetCommand,
    off: async () => (await import('./commands/off.ts')).offCommand,
    on: async () => (await import('./commands/off.ts')).onCommand,
  },
}

export const COMMANDS: Readonly<Record<string, Loader>> = Object.assign(
  {},
  ...Object.values(COMMAND_GROUPS),
)
