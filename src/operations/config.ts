import * as z from 'zod'
import { configValues, listConfig, setConfig } from '../engine/config.ts'
import { operation } from './operation.ts'

const Setting = z.object({
  key: z.string(),
  value: z.unknown(),
  default: z.unknown(),
  from: z.string().nullable().describe('File and line, or a variable; null for the default'),
  about: z.string(),
})

export const configGet = operation({
  name: 'config get',
  summary: 'Show one setting, or all settings of a section.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/config/:key' },
  input: z.object({ key: z.string().min(1).describe('For example retrieval.limit, or retrieval') }),
  output: z.object({ settings: z.array(Setting) }),
  run: async (engine, _caller, { key }) => ({ settings: configValues(engine, key) }),
})

export const configList = operation({
  name: 'config list',
  summary: 'List settings with their value and where each was set.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/config' },
  input: z.object({
    changed: z.boolean().optional().describe('Only settings that differ from their default'),
    tuning: z.boolean().optional().describe('Also the constants of the formulas'),
  }),
  output: z.object({ settings: z.array(Setting), warnings: z.array(z.string()).readonly() }),
  run: async (engine, _caller, { changed = false, tuning = false }) => ({
    settings: listConfig(engine, { changed, tuning }),
    warnings: engine.configured.warnings,
  }),
})

export const configSet = operation({
  name: 'config set',
  summary: 'Change a setting in config.toml, or restore its default. Comments are kept.',
  // M-01. Nearly every section has a setting that disables a protection.
  needsPerson: ({ key }) => `changing ${key}`,
  effect: 'writes',
  http: { method: 'PUT', path: '/api/config/:key' },
  input: z.object({
    key: z.string().min(1).describe('For example retrieval.limit'),
    value: z.string().optional().describe('The new value; leave it out to restore the default'),
  }),
  output: z.object({ key: z.string(), value: z.unknown(), file: z.string() }),
  run: (engine, _caller, { key, value }) => setConfig(engine, key, value),
})
