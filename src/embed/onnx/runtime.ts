/** The ONNX runtime, loaded on first use and hidden behind the one thing we ask of it. */
import { availableParallelism, loadavg } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import type { Session, Tensor } from 'onnxruntime-node'
import { MnemeError } from '../../errors.ts'
import type { PaddedBatch } from '../batches.ts'

/** The package as it is imported; a parameter so that its absence can be tried. */
export type LoadRuntime = () => Promise<typeof import('onnxruntime-node')>

/** A loaded model: a batch of token ids in, the last layer's vector of every token out. */
export interface TokenModel {
  run(batch: PaddedBatch): Promise<{ readonly values: Float32Array; readonly dims: number }>
  release(): Promise<void>
}

/** Errors only: warnings about hosts without some feature are no concern of the user. */
const LOG_ERRORS = 3

export const loadRuntime: LoadRuntime = () => import('onnxruntime-node')

export async function openTokenModel(
  path: string,
  threads: number,
  load: LoadRuntime = loadRuntime,
): Promise<TokenModel> {
  const runtime = await importedRuntime(load)
  const session = await runtime.InferenceSession.create(path, {
    intraOpNumThreads: freeThreads(threads, availableParallelism(), loadavg()[0] ?? 0),
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // One text at a time: kept buffers would cost more memory than they save time.
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: LOG_ERRORS,
  })
  return {
    async run(batch) {
      const output = tokenOutput(await session.run(feeds(runtime, session, batch)), session)
      const dims = output.dims.at(-1) ?? 0
      if (output.dims.length !== 3 || !(output.data instanceof Float32Array)) {
        throw new MnemeError('unavailable', `The model ${path} gives no vector for each token`, {
          hint: 'Use an export for feature extraction, with the output last_hidden_state.',
        })
      }
      return { values: output.data, dims }
    },
    release: () => session.release(),
  }
}

/**
 * At most `wanted`, and no more than the host has to spare. The runtime's threads wait for each
 * other at every step: where they must share a core with others, two are slower than one by far.
 */
export function freeThreads(wanted: number, cores: number, load: number): number {
  return Math.max(1, Math.min(wanted, Math.round(cores - load)))
}

async function importedRuntime(load: LoadRuntime) {
  // The native library keeps one state per process: opened from a second thread it hands out that
  // thread's objects to the first, and a thread that ends takes the process with it.
  if (!isMainThread) {
    throw new MnemeError('unavailable', 'The built-in model cannot be loaded inside a thread', {
      hint: 'Open the embedder with `inWorker`, which gives it a process of its own.',
    })
  }
  try {
    return await load()
  } catch (cause) {
    throw new MnemeError('unavailable', 'The runtime for local models cannot be loaded', {
      hint: 'Run `npm install onnxruntime-node@1.17.0`, or set embed.provider to ollama or openai.',
      cause,
    })
  }
}

function feeds(
  { Tensor }: typeof import('onnxruntime-node'),
  session: Session,
  { ids, mask, shape }: PaddedBatch,
): Record<string, Tensor> {
  const values: Record<string, BigInt64Array> = { input_ids: ids, attention_mask: mask }
  return Object.fromEntries(
    session.inputNames.map((name) => {
      // Any other input (token types, as a rule) is zero for a single text.
      const data = values[name] ?? new BigInt64Array(ids.length)
      return [name, new Tensor('int64', data, shape)]
    }),
  )
}

function tokenOutput(outputs: Readonly<Record<string, Tensor>>, session: Session): Tensor {
  const name = session.outputNames.includes('last_hidden_state')
    ? 'last_hidden_state'
    : session.outputNames[0]
  return outputs[name as string] as Tensor // a model has an output, and ours are all tensors
}
