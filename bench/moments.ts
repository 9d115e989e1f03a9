/**
 * The right thing at the right moment, and silence otherwise: prompts that come after a history, and
 * what arrives at them. Through the hook client and the daemon of the installed package (`--built`: of
 * this folder's build); with `--direct` the same engine in this process, for trying things out.
 *
 * Arguments: --data DIR (a folder of sets), --sets a,b, --limit N moments of each kind, --direct,
 * --without meaning,sessions,commits,gate, --removed (the answerable prompts, asked of a history without
 * their evidence), --stored (the evidence stored as memories, the history never read), --daily (every prompt of the history in order), --show (print what arrives),
 * --homes DIR (keeps prepared histories there and uses them again).
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtPackage, installPackage } from './support/installed-package.ts'
import { type Counts, countsOf, type Played, rowOf } from './support/moment-counts.ts'
import { playDaily } from './support/moment-daily.ts'
import { playDirect, prepareHome } from './support/moment-direct.ts'
import { playThroughHooks } from './support/moment-hooks.ts'
import { lexicalLane } from './support/moment-lexical.ts'
import { withoutEvidence } from './support/moment-removed.ts'
import {
  layOut,
  type Moment,
  type MomentSet,
  projectFolders,
  readMomentSet,
} from './support/moment-sets.ts'
import { askedOfStored, prepareStored } from './support/moment-stored.ts'

const WITHOUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  meaning: { MNEME_EMBED_PROVIDER: 'none' },
  sessions: { MNEME_CONTEXT_EVIDENCE_SOURCES: 'memories,commits' },
  commits: { MNEME_CONTEXT_EVIDENCE_SOURCES: 'memories,sessions' },
  gate: { MNEME_CONTEXT_EVIDENCE_SPEAK: 'always' },
}

/** In this process: how well, not how fast. A busy machine is no reason for another answer. */
const PATIENT = { MNEME_CONTEXT_DEADLINE_MS: '20000' }

export const bench = {
  name: 'moments',
  summary: 'What arrives at a prompt, and what stays silent; needs --data DIR',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        sets: { type: 'string' },
        limit: { type: 'string' },
        without: { type: 'string', default: '' },
        direct: { type: 'boolean', default: false },
        built: { type: 'boolean', default: false },
        removed: { type: 'boolean', default: false },
        stored: { type: 'boolean', default: false },
        daily: { type: 'boolean', default: false },
        show: { type: 'boolean', default: false },
        homes: { type: 'string' },
      },
    })
    const { data } = values
    if (!data) throw new Error('Where is the data? --data DIR, a folder of sets')
    const names =
      values.sets?.split(',') ??
      readdirSync(data).filter((name) => statSync(join(data, name)).isDirectory())
    const env = Object.assign(
      {},
      values.direct || values.daily || values.removed ? PATIENT : {},
      ...values.without
        .split(',')
        .filter((each) => each !== '')
        .map((each) => WITHOUT[each] ?? unknown(each)),
    )
    const scratch = mkdtempSync(join(tmpdir(), 'mneme-moments-'))
    const homes = values.homes ?? scratch
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    try {
      const play = values.direct
        ? playDirect
        : playThroughHooks(values.built ? builtPackage() : installPackage(scratch))
      for (const name of names) {
        const read = readMomentSet(data, name)
        const set = values.stored ? askedOfStored(read) : read
        const prepared = async () => {
          const home = join(homes, values.stored ? `${name}-stored` : name)
          const isReady = existsSync(join(home, 'ready'))
          if (values.stored && !isReady) await prepareStored(set, home)
          if (values.stored)
            return { home, folderOf: projectFolders(set, home), env, show: values.show }
          if (!isReady) mkdirSync(home, { recursive: true })
          const place = isReady ? { folderOf: projectFolders(set, home) } : layOut(set, home)
          if (!isReady) await prepareHome(home)
          return { home, folderOf: place.folderOf, env, show: values.show }
        }
        const add = (label: string, counts: Counts) => {
          rows.push([label, ...rowOf(counts)])
          for (const [key, value] of Object.entries(counts)) {
            if (typeof value === 'number') figures[`${label} ${key}`] = value
          }
        }
        if (values.daily) {
          add(`${name}, daily`, await playDaily(set, await prepared()))
          continue
        }
        const moments = limited(set, Number(values.limit ?? Number.POSITIVE_INFINITY))
        if (values.removed) {
          const asked = moments.filter(({ kind }) => kind === 'answerable')
          add(`${name}, evidence removed`, await playRemoved(set, asked))
          continue
        }
        add(name, countsOf(set, await play(set, moments, await prepared())))
        add(`  words alone`, countsOf(set, lexicalLane(set, moments)))

        /** Prompts of one gold source share a history without it. */
        async function playRemoved(of: MomentSet, asked: readonly Moment[]): Promise<Counts> {
          const played: Played[] = []
          const groups = new Map<string, Moment[]>()
          for (const moment of asked) {
            const ids = moment.gold.map(({ id }) => id).sort()
            groups.set(ids.join('+'), [...(groups.get(ids.join('+')) ?? []), moment])
          }
          for (const [, group] of groups) {
            const place = await withoutEvidence(of, group[0]?.gold ?? [], await prepared(), scratch)
            const silent = group.map((moment) => ({
              ...moment,
              kind: 'unrelated' as const,
              gold: [],
              stale: [],
            }))
            played.push(...(await play(of, silent, place)))
          }
          return countsOf(of, played)
        }
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
    const how = values.direct ? 'in this process' : 'through the hook client and the daemon'
    return {
      title: `What arrives at a prompt, ${how} (percent; tokens = characters / 4)`,
      columns: [
        'set',
        'asked',
        'gold 1',
        'gold 2',
        'edit',
        'precision',
        'unrelated silent',
        'going on silent',
        'stale',
        'tokens median',
        'tokens mean',
        'wrong mean',
        'session@1',
        'session@5',
        'search@5',
      ],
      rows,
      figures,
    }
  },
}

function limited({ moments }: MomentSet, limit: number): Moment[] {
  const seen = new Map<string, number>()
  return moments.filter(({ kind }) => {
    const count = (seen.get(kind) ?? 0) + 1
    seen.set(kind, count)
    return count <= limit
  })
}

function unknown(name: string): never {
  throw new Error(`--without knows ${Object.keys(WITHOUT).join(', ')}, not ${name}`)
}
