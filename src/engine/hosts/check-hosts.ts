/** J-07. Per host: whether memory is in place there, and what to do where it is not. */
import { existsSync } from 'node:fs'
import { HOST_SETUPS } from '../../hosts/setup/setups.ts'
import type { Engine } from '../engine.ts'
import { setupPlace } from './setup/programs.ts'
import { readRecord } from './setup/record.ts'
import { planSetup } from './setup/setup.ts'

/** Only hosts that were set up are looked at: whoever did not ask for memory there has no problem. */
export function hostFindings(engine: Engine): { what: string; fix: string }[] {
  const entries = readRecord(engine.home)
  const wanted = new Map(
    entries.map(({ host, project }) => [`${host}\0${project ?? ''}`, { host, project }]),
  )
  return [...wanted.values()].flatMap(({ host, project }) => {
    const fix = `mneme setup --host ${host}${project === null ? '' : ` --scope project --project ${project}`}`
    const place = setupPlace(engine.machine.env, project)
    if (project !== null && !existsSync(project)) return []
    const { edits, obstacles } = planSetup(place, [host])
    const changed = edits.map(({ path }) => ({
      what: `${host}: ${path} has lost what setup wrote`,
      fix,
    }))
    const broken = obstacles.map(({ path, problem, hint }) => ({
      what: `${host}: ${path}: ${problem}`,
      fix: hint,
    }))
    const gone = HOST_SETUPS[host].traces(place).some((path) => existsSync(path))
      ? []
      : [{ what: `${host} is no longer on this machine`, fix: 'mneme remove' }]
    return [...gone, ...changed, ...broken]
  })
}
