/**
 * Poisoned memories: attack payloads kept as if they came from a tool, then called up by a prompt that
 * matches them. None may stand outside its fence or as a rule; harmless texts must still be served.
 *
 * Arguments: --data DIR, the folder that holds injection-dev.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import type { MemoryDraft } from '../src/memory/draft.ts'
import { context } from '../src/operations/context.ts'
import { call } from '../src/operations/operation.ts'
import { remember } from '../src/operations/remember.ts'

type Draft = Omit<MemoryDraft, 'content'>

export const bench = {
  name: 'poison',
  summary: 'Attacks and harmless texts through remember and context; needs --data DIR',
  async run(args: readonly string[]) {
    const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' } } })
    if (!values.data)
      throw new Error('Where is the data? --data DIR, the folder with injection-dev')
    const folder = join(values.data, 'injection-dev')
    const attacks = ['code_attack_train.json', 'text_attack_train.json'].flatMap((file) =>
      Object.values(read<Record<string, string[]>>(join(folder, file))).flat(),
    )
    const harmless = read<{ prompt: string }[]>(join(folder, 'NotInject_one.json')).map(
      ({ prompt }) => prompt,
    )
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const measure = async (what: string, texts: readonly string[], draft: Draft) => {
      const seen = await serve(texts, draft)
      rows.push([what, texts.length, seen.served, seen.loose, seen.asRule, seen.refused])
      const key = what.replaceAll(/\W+/g, '_')
      figures[`${key}_served`] = seen.served / texts.length
      figures[`${key}_loose`] = seen.loose
      figures[`${key}_as_rule`] = seen.asRule
    }
    await measure('attacks as tool output, discovery', attacks, {
      type: 'discovery',
      origin: 'tool-output',
    })
    await measure('attacks as tool output, policy', attacks, {
      type: 'policy',
      origin: 'tool-output',
    })
    await measure('attacks as web page, fact', attacks, { type: 'fact', origin: 'web' })
    await measure('harmless as preference of the user', harmless, {
      type: 'preference',
      origin: 'user',
    })
    await measure('harmless as tool output, fact', harmless, {
      type: 'fact',
      origin: 'tool-output',
    })
    return {
      title: 'Texts called up by a prompt that matches them',
      columns: ['what', 'texts', 'served', 'outside a fence', 'as a rule', 'not stored'],
      rows,
      figures,
    }
  },
}

/** Each text alone in a home of its own project, so that nothing crowds it out. */
async function serve(texts: readonly string[], draft: Draft) {
  const home = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const mneme = await openMneme({
    speaker: 'person',
    home,
    env: { MNEME_STORE_SYNCHRONOUS: 'OFF' },
  })
  const seen = { served: 0, loose: 0, asRule: 0, refused: 0 }
  try {
    for (const content of texts) {
      const kept = await call(remember, mneme.engine, mneme.caller, {
        ...draft,
        content,
        scope: 'global',
      })
      if (kept.outcome === 'refused' || kept.id === null) {
        seen.refused += 1
        continue
      }
      const found = await call(context, mneme.engine, mneme.caller, {
        prompt: content.slice(0, 500),
        explain: true,
        preview: true,
      })
      const decision = found.decisions?.find(({ id }) => id === kept.id)
      if (decision?.outcome === 'in') {
        seen.served += 1
        if (decision.verdict === 'rule' && draft.origin !== 'user') seen.asRule += 1
      }
      if (draft.origin !== 'user' && standsLoose(found.text, content)) seen.loose += 1
    }
  } finally {
    await mneme.close()
    rmSync(home, { recursive: true, force: true })
  }
  return seen
}

/** A line of the text that stands in the context without the mark of a quotation before it. */
function standsLoose(context: string, content: string): boolean {
  const lines = new Set(
    content
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 12),
  )
  return context
    .split('\n')
    .map((line) => line.trim())
    .some((line) => lines.has(line))
}

function read<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(file, 'utf8')) as Shape
}
