import { z } from 'zod'

/** J-03. The address of the daemon's HTTP door. */
export const HttpSettings = z.object({
  host: z.string().min(1).default('127.0.0.1').describe('The address to listen on'),
  port: z.int().min(0).max(65_535).default(19_420).describe('The port; 0 takes a free one'),
})
export type HttpSettings = z.infer<typeof HttpSettings>
