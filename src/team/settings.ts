/** K-18. The figures of a team's server, and of a machine that belongs to a team. */
import * as z from 'zod'
import { decimal, flag, positive, wholeNumber } from '../setting.ts'

export const TeamSettings = z.object({
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address that `serve --team` listens on; put a proxy with TLS in front of it'),
  port: wholeNumber(19_430, 'Its port; 0 picks a free one', { min: 0, max: 65_535 }),
  tokenDays: positive(90, 'Days until a token expires', { max: 3650 }),
  invitationDays: positive(7, 'Days until an invitation expires', { max: 365 }),
  requestsPerMinute: wholeNumber(600, 'Requests of one member to one server', { max: 1_000_000 }),
  strangersPerMinute: wholeNumber(60, 'Requests without a valid token, from one address', {
    max: 1_000_000,
  }),
  memberShare: wholeNumber(1, 'Concurrent requests of one member; further ones wait', {
    max: 1000,
  }),
  trustedProxies: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed; from any other it is ignored',
    ),
  maxConcurrent: wholeNumber(128, 'Concurrent requests', { max: 10_000 }),
  maxBodyMegabytes: decimal(4, 'Larger requests are refused', { min: 0.01, max: 64 }),
  drainSeconds: decimal(20, 'Seconds that running requests get to finish on shutdown', {
    max: 600,
  }),
  auditDays: wholeNumber(0, 'Days to keep the audit log; 0 means forever', {
    min: 0,
    max: 36_500,
  }),
  changesPage: wholeNumber(200, 'Memories per page sent to a machine', { max: 2000 }),
  syncSeconds: decimal(60, 'Seconds between syncs with the team server', { min: 1, max: 86_400 }),
  plainHttp: flag(false, 'Whether a token may be sent to another machine over plain HTTP'),
  timeoutSeconds: decimal(10, 'Time limit for a request to the team server', {
    min: 0.1,
    max: 600,
  }),
})
export type TeamSettings = z.infer<typeof TeamSettings>
