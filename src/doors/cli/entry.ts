#!/usr/bin/env node
/** `mneme`. Agents start `mneme mcp` in every session: it is a program of its own, and loads nothing of this. */
import { createRequire } from 'node:module'

if (process.argv[2] === 'mcp' && process.argv.length === 3) {
  createRequire(import.meta.url)('./mcp.cjs')
} else {
  await import('./main.ts')
}
