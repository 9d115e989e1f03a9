/** Keys come out of the environment at the moment of the call, and go nowhere else. */
import { MnemeError } from '../errors.ts'

export type KeyEnvironment = Readonly<Record<string, string | undefined>>

export function keyFrom(env: KeyEnvironment, name: string, server: string): string {
  const key = env[name]?.trim()
  if (key) return key
  throw new MnemeError('unavailable', `The environment variable ${name} is not set`, {
    hint: `Set it to the key of ${server}, or name another one in model.api_key_env.`,
  })
}
