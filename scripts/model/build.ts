/**
 * The built-in model, made when the package is built: the published weights as an int8 ONNX
 * graph and the vocabulary as a list, checked against golden vectors before they get their names.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTokenModel } from '../../src/embed/onnx/runtime.ts'
import { readTokenizer } from '../../src/embed/tokens.ts'
import { bertModel, type Precision } from './bert.ts'
import { BertConfig } from './bert-config.ts'
import { expectGolden } from './golden.ts'
import type { Pieces } from './protobuf.ts'
import { readSafetensors } from './safetensors.ts'

export interface Weights {
  readonly weightsPath: string
  readonly tokenizerPath: string
  readonly configPath: string
}

/** The weights we know: others would make other vectors under the same id. */
const WEIGHTS_SHA256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d'
const MAX_TOKENS = 256

export async function buildModel(
  weights: Weights,
  folder: string,
  precision: Precision = 'int8',
): Promise<void> {
  const file = await readFile(weights.weightsPath)
  if (createHash('sha256').update(file).digest('hex') !== WEIGHTS_SHA256) {
    throw new Error(`${weights.weightsPath} is not the file we expected`)
  }
  const config = BertConfig.parse(JSON.parse(await readFile(weights.configPath, 'utf8')))
  const { model, data } = bertModel(config, precision, readSafetensors(file), 'minilm.data')
  // Made apart and moved when they are right: a build that is cut short leaves no model behind.
  const making = join(folder, `making-${process.pid}`)
  await mkdir(making, { recursive: true })
  const files = {
    'minilm.data': joined(data),
    'vocab.txt': await vocabulary(weights.tokenizerPath),
    'minilm.onnx': joined(model),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(making, name), content)
  const tokens = await readTokenizer(join(making, 'vocab.txt'), MAX_TOKENS)
  const opened = await openTokenModel(join(making, 'minilm.onnx'), 1)
  await expectGolden(precision, tokens, opened)
  await opened.release()
  for (const name of Object.keys(files)) await rename(join(making, name), join(folder, name))
  await rm(making, { recursive: true, force: true })
}

async function vocabulary(tokenizerPath: string): Promise<string> {
  const { model } = JSON.parse(await readFile(tokenizerPath, 'utf8')) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> }
  }
  const pieces: string[] = []
  for (const [piece, id] of Object.entries(model.vocab)) pieces[id] = piece
  return pieces.join('\n')
}

function joined(pieces: Pieces): Buffer {
  return Buffer.concat(pieces)
}
