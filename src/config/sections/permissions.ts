import * as z from 'zod'

const rules = z.array(z.string().min(1))

/** J-08. Rules such as `Memory(*)` or `Memory(forget *)`; deny first, then the closest rule. */
export const PermissionSettings = z.object({
  allow: rules.default([]).describe('Operations that run without asking'),
  ask: rules.default([]).describe('Operations that ask first'),
  deny: rules.default([]).describe('Operations that never run'),
})
export type PermissionSettings = z.infer<typeof PermissionSettings>
