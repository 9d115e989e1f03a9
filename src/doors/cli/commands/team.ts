import { share } from '../../../operations/share.ts'
import {
  teamAudit,
  teamCreate,
  teamForget,
  teamHistory,
  teamInvite,
  teamJoin,
  teamLeave,
  teamMembers,
  teamRemove,
  teamRole,
  teamStatus,
  teamSync,
  teamToken,
} from '../../../operations/team.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const teamCreateCommand = command(teamCreate, {
  positional: ['name'],
  examples: ['mneme team create backend'],
  print: ({ team, code, expiresAt }) =>
    [
      `Team "${team}" was created. Its first maintainer joins, before ${expiresAt.slice(0, 10)}, with:`,
      `  mneme team join https://YOUR-SERVER ${code}`,
      'To serve it: mneme serve --team',
    ].join('\n'),
})

export const teamJoinCommand = command(teamJoin, {
  positional: ['server', 'code'],
  examples: ['mneme team join https://memory.example.com mni_… --as ada'],
  print: ({ team, member, role, memories }) =>
    `You are ${oneLine(member)}, ${role} of "${team}". ${memories} of its memories are here now.`,
})

export const teamLeaveCommand = command(teamLeave, {
  examples: ['mneme team leave'],
  print: ({ team, erased, notified }) =>
    [
      `Left "${team}". ${erased} of its memories went from here.`,
      ...(notified ? [] : ['  The server does not know yet: a maintainer can remove you there.']),
    ].join('\n'),
})

export const teamInviteCommand = command(teamInvite, {
  examples: ['mneme team invite --role writer'],
  print: ({ server, code, role, expiresAt }) =>
    [
      `For one ${role}, before ${expiresAt.slice(0, 10)}:`,
      `  mneme team join ${server} ${code}`,
    ].join('\n'),
})

export const teamMembersCommand = command(teamMembers, {
  examples: ['mneme team members'],
  print: ({ members }) =>
    members
      .map(({ name, role, since, lastSeenAt }) => {
        const seen = lastSeenAt ? `, seen ${lastSeenAt.slice(0, 10)}` : ''
        return `${paint('bold', oneLine(name))}  ${role}  ${paint('dim', `since ${since.slice(0, 10)}${seen}`)}`
      })
      .join('\n'),
})

export const teamRoleCommand = command(teamRole, {
  positional: ['name', 'role'],
  examples: ['mneme team role ada maintainer'],
  print: ({ name, role }) => `${oneLine(name)} is a ${role} now.`,
})

export const teamRemoveCommand = command(teamRemove, {
  positional: ['name'],
  examples: ['mneme team remove ada'],
  print: ({ removed }) => `${oneLine(removed)} is no longer in the team.`,
})

export const teamStatusCommand = command(teamStatus, {
  examples: ['mneme team status'],
  print: (status) => {
    if (status.team === null) {
      return 'This home belongs to no team. To join one: mneme team join URL CODE'
    }
    const looked = status.lookedAt
      ? `, as of ${status.lookedAt.slice(0, 16).replace('T', ' ')}`
      : ''
    return [
      `${paint('bold', status.team)}  you are ${oneLine(status.member ?? '')}, ${status.role}`,
      `  ${status.server}${status.reachable ? '' : ', which does not answer'}`,
      ...(status.problem ? [`  ${oneLine(status.problem)}`] : []),
      `  ${status.memories} memories here${looked}${status.behind ? `, ${status.behind} changes behind` : ''}`,
      ...(status.proposals ? [`  ${status.proposals} proposals wait: mneme review list`] : []),
      ...(status.tokenExpiresAt
        ? [`  The token of this home ends ${status.tokenExpiresAt.slice(0, 10)}: mneme team token`]
        : []),
      ...status.waiting.map(({ what, about, refused }) =>
        refused === null
          ? `  waits to be sent: ${what} ${oneLine(about)}`
          : `  refused: ${what} ${oneLine(about)}: ${oneLine(refused)}`,
      ),
    ].join('\n')
  },
})

export const teamSyncCommand = command(teamSync, {
  examples: ['mneme team sync'],
  print: ({ sent, refused, waiting, changed, gone }) =>
    [
      `Sent ${sent}, received ${changed}${gone > 0 ? `, removed ${gone}` : ''}.`,
      ...(waiting > 0 ? [`  ${waiting} still wait.`] : []),
      ...(refused > 0 ? [`  ${refused} were refused: mneme team status`] : []),
    ].join('\n'),
})

export const teamTokenCommand = command(teamToken, {
  examples: ['mneme team token'],
  print: ({ expiresAt }) => `This home has a new token, good until ${expiresAt.slice(0, 10)}.`,
})

export const teamAuditCommand = command(teamAudit, {
  short: { limit: 'n' },
  examples: ['mneme team audit'],
  print: ({ entries }) =>
    entries
      .map(({ at, member, act, outcome, subject, detail }) =>
        oneLine(
          [at.slice(0, 19), member, act, outcome, subject ?? '', detail ?? ''].join('  ').trimEnd(),
        ),
      )
      .join('\n') || 'Nothing was done yet.',
})

export const teamHistoryCommand = command(teamHistory, {
  positional: ['id'],
  examples: ['mneme team history deploy-on-fridays'],
  print: ({ name, events }) =>
    [
      paint('bold', oneLine(name)),
      ...events.map(({ at, by, what, fields }) =>
        oneLine(
          `  ${at.slice(0, 19)}  ${by}  ${what}${fields.length ? ` (${fields.join(', ')})` : ''}`,
        ),
      ),
    ].join('\n'),
})

export const teamForgetCommand = command(teamForget, {
  positional: ['id'],
  examples: ['mneme team forget deploy-on-fridays'],
  print: ({ outcome, name }) =>
    outcome === 'done'
      ? `The team has forgotten ${oneLine(name)}.`
      : `The server does not answer; ${oneLine(name)} is forgotten when it does.`,
})

export const shareCommand = command(share, {
  positional: ['id'],
  examples: ['mneme share deploy-on-fridays'],
  print: ({ outcome, proposal, title, team, notes }) =>
    [
      outcome === 'proposed'
        ? `Proposed to "${team}": ${oneLine(title)}`
        : `Kept for "${team}": ${oneLine(title)}`,
      ...notes.map((note) => `  ${oneLine(note)}`),
      `  To take it back: mneme review withdraw ${proposal}`,
    ].join('\n'),
})
