import * as z from 'zod'
import { decimal, wholeNumber } from '../../setting.ts'

/** J-03, J-04. The address of the daemon's HTTP door, and what one caller may ask of it. */
export const HttpSettings = z.object({
  host: z
    .enum(['127.0.0.1', '::1', 'localhost'])
    .default('127.0.0.1')
    .describe('The address to listen on; only this machine can connect'),
  port: wholeNumber(19_420, 'The port; 0 picks a free one', { min: 0, max: 65_535 }),
  maxBodyMegabytes: decimal(32, 'Larger requests are refused', { min: 0.01, max: 512 }),
  timeoutSeconds: decimal(120, 'Time limit for receiving a request and for answering it', {
    min: 1,
    max: 3600,
  }),
  maxConcurrent: wholeNumber(64, 'Concurrent requests', { max: 10_000 }),
  maxEventStreams: wholeNumber(32, 'Concurrent event streams', { max: 1000 }),
  eventBuffer: wholeNumber(2000, 'Events kept for streams that reconnect', { max: 100_000 }),
  heartbeatSeconds: decimal(15, 'Seconds between the heartbeats of an event stream', {
    min: 1,
    max: 600,
  }),
  pageSessionHours: decimal(12, 'Hours a browser stays signed in to the page', {
    min: 0.1,
    max: 720,
  }),
})
export type HttpSettings = z.infer<typeof HttpSettings>
