/**
 * Source of plugins that run inside a host and start our hook program; hosts await them, so they have a time
 * limit.
 */
import type { HostName } from '../hook-event.ts'
import type { SetupPlace } from './plan.ts'

/** Defines `runHook(event, payload)`, which resolves to our answer or null. */
export function runHookText(host: HostName, { node, hook }: SetupPlace): string {
  return `// Written by mneme setup; mneme remove deletes it.
import { spawn } from 'node:child_process'

const MAX_MS = 1500

function runHook(event, payload) {
  return new Promise((resolve) => {
    const child = spawn(${JSON.stringify(node)}, [${JSON.stringify(hook)}, ${JSON.stringify(host)}, event], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const timer = setTimeout(() => resolve(null), MAX_MS)
    let output = ''
    child.stdout.on('data', (part) => { output += part })
    child.on('error', () => resolve(null))
    child.on('close', () => {
      clearTimeout(timer)
      try { resolve(output ? JSON.parse(output) : null) } catch { resolve(null) }
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}
`
}
