/** K-18. The figures of a team's server, and of a machine that belongs to a team. */
import * as z from 'zod'

export const TeamSettings = z.object({
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address that `serve --team` listens on; put a proxy with TLS in front of it'),
  port: z.int().min(0).max(65_535).default(19_430).describe('Its port; 0 picks a free one'),
  tokenDays: z.number().positive().max(3650).default(90).describe('Days until a token expires'),
  invitationDays: z
    .number()
    .positive()
    .max(365)
    .default(7)
    .describe('Days until an invitation expires'),
  requestsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(600)
    .describe('Requests of one member to one server'),
  strangersPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(60)
    .describe('Requests without a good token, from one address'),
  memberShare: z
    .int()
    .min(1)
    .max(1000)
    .default(1)
    .describe('Concurrent requests of one member; further ones wait'),
  trustedProxies: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed; from any other it is ignored',
    ),
  maxConcurrent: z.int().min(1).max(10_000).default(128).describe('Concurrent requests'),
  maxBodyMegabytes: z.number().min(0.01).max(64).default(4).describe('Larger requests are refused'),
  drainSeconds: z
    .number()
    .min(0)
    .max(600)
    .default(20)
    .describe('Seconds that requests under way are given when the server is asked to leave'),
  auditDays: z
    .int()
    .min(0)
    .max(36_500)
    .default(0)
    .describe('Days that the list of what members did is kept; 0 keeps it'),
  changesPage: z
    .int()
    .min(1)
    .max(2000)
    .default(200)
    .describe('Memories per page sent to a machine'),
  syncSeconds: z
    .number()
    .min(1)
    .max(86_400)
    .default(60)
    .describe('Seconds between syncs with the team server'),
  plainHttp: z
    .boolean()
    .default(false)
    .describe('Whether a token may be sent to another machine over plain HTTP'),
  timeoutSeconds: z
    .number()
    .min(0.1)
    .max(600)
    .default(10)
    .describe('How long the team’s server is waited for'),
})
export type TeamSettings = z.infer<typeof TeamSettings>
