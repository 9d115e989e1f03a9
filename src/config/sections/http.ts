import * as z from 'zod'

/** J-03, J-04. The address of the daemon's HTTP door, and what one caller may ask of it. */
export const HttpSettings = z.object({
  host: z
    .enum(['127.0.0.1', '::1', 'localhost'])
    .default('127.0.0.1')
    .describe('The address to listen on; only this machine can connect'),
  port: z.int().min(0).max(65_535).default(19_420).describe('The port; 0 picks a free one'),
  maxBodyMegabytes: z
    .number()
    .min(0.01)
    .max(512)
    .default(32)
    .describe('Larger requests are refused'),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(3600)
    .default(120)
    .describe('Seconds that a request may take to arrive, and an answer to be made'),
  maxConcurrent: z.int().min(1).max(10_000).default(64).describe('Concurrent requests'),
  maxEventStreams: z.int().min(1).max(1000).default(32).describe('Concurrent event streams'),
  eventBuffer: z
    .int()
    .min(1)
    .max(100_000)
    .default(2000)
    .describe('Events kept for a stream that comes back'),
  heartbeatSeconds: z
    .number()
    .min(1)
    .max(600)
    .default(15)
    .describe('Seconds between the heartbeats of an event stream'),
  pageSessionHours: z
    .number()
    .min(0.1)
    .max(720)
    .default(12)
    .describe('Hours a browser stays signed in to the page'),
})
export type HttpSettings = z.infer<typeof HttpSettings>
