/**
 * D-14. A model of the user's own from a folder in the common layout:
 *
 *   tokenizer.json  config.json  and  onnx/model*.onnx | model.onnx | model.safetensors
 */
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { MnemeError } from '../errors.ts'
import { paddedBatch } from './batches.ts'
import type { EmbedderIdentity } from './embedder.ts'
import { LocalEmbedder, type LocalModel } from './local.ts'
import { ModelShape, readModelConfig } from './onnx/bert-config.ts'
import {
  CONVERTER_VERSION,
  type Conversion,
  convert,
  convertedModel,
  convertedPath,
} from './onnx/converted.ts'
import { openTokenModel } from './onnx/runtime.ts'
import { weightsDigest } from './onnx/weights-digest.ts'
import { exists } from './onnx/write-whole.ts'
import { type EmbedSettings, prefixMark } from './settings.ts'

/** Looks at the folder, names what is missing, and loads nothing yet. */
export async function openFolder(
  settings: EmbedSettings,
  modelsFolder: string,
): Promise<LocalEmbedder> {
  return new LocalEmbedder(settings, await folderModel(settings, modelsFolder))
}

export async function folderIdentity(
  settings: EmbedSettings,
  modelsFolder: string,
): Promise<EmbedderIdentity> {
  return (await folderModel(settings, modelsFolder)).identity
}

async function folderModel(settings: EmbedSettings, modelsFolder: string): Promise<LocalModel> {
  const folder = await modelFolder(settings)
  const weightsPath = await expectFiles(folder, settings)
  const configPath = join(folder, 'config.json')
  const shape = await readModelConfig(configPath, ModelShape)
  const sha256 = await weightsDigest(weightsPath, modelsFolder)
  const isOnnx = weightsPath.endsWith('.onnx')
  const form = isOnnx ? 'onnx' : `${settings.precision}-${CONVERTER_VERSION}`
  const name = `${basename(folder)}-${sha256.slice(0, 8)}-${form}-${settings.pooling}`
  const common = {
    identity: {
      id: `folder:${name}${prefixMark(settings)}`,
      dims: shape.hidden_size,
      maxTokens: Math.min(settings.maxTokens, shape.max_position_embeddings),
    },
    pooling: settings.pooling,
    tokenizerPath: join(folder, 'tokenizer.json'),
  }
  if (isOnnx) return { ...common, modelPath: async () => weightsPath }
  const conversion: Conversion = {
    weightsPath,
    configPath,
    sha256,
    precision: settings.precision,
    modelsFolder,
    check: (path) => expectNumbers(path, settings.threads),
  }
  return {
    ...common,
    modelPath: () => convertedModel(conversion),
    remake: () => convert(conversion, convertedPath(conversion)),
  }
}

async function modelFolder(settings: EmbedSettings): Promise<string> {
  if (!settings.folder) {
    throw new MnemeError('bad_config', 'embed.provider is "folder", and embed.folder is not set', {
      hint: 'Set embed.folder to the folder with tokenizer.json, config.json and the weights.',
    })
  }
  const folder = resolve(settings.folder)
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return folder
  throw new MnemeError('unavailable', `There is no model folder ${folder}`, {
    hint: 'Check embed.folder.',
  })
}

/** The weights to use, or one error that names everything the folder lacks. */
async function expectFiles(folder: string, settings: EmbedSettings): Promise<string> {
  const weights = await weightsIn(folder, settings)
  const missing: string[] = []
  for (const name of ['tokenizer.json', 'config.json']) {
    if (!(await exists(join(folder, name)))) missing.push(name)
  }
  if (!weights) missing.push('weights (onnx/model*.onnx, model.onnx or model.safetensors)')
  if (weights && missing.length === 0) return weights
  throw new MnemeError('unavailable', `The model folder ${folder} lacks ${missing.join(' and ')}`, {
    hint: 'Download the whole model; a folder from a model hub has all of these.',
  })
}

/** ONNX before safetensors; of several exports the one that fits `precision`. */
async function weightsIn(folder: string, settings: EmbedSettings): Promise<string | undefined> {
  const exports = (await readdir(join(folder, 'onnx')).catch(() => []))
    .filter((name) => /^model.*\.onnx$/.test(name))
    .sort()
  const isQuantized = (name: string) => /quantized|int8/.test(name)
  const preferred =
    settings.precision === 'int8'
      ? exports.find(isQuantized)
      : exports.find((name) => name === 'model.onnx')
  const best = preferred ?? exports.find((name) => name === 'model.onnx') ?? exports[0]
  const candidates = [...(best ? [join('onnx', best)] : []), 'model.onnx', 'model.safetensors']
  for (const path of candidates.map((name) => join(folder, name))) {
    if (await exists(path)) return path
  }
  return undefined
}

/** We do not know what vectors a stranger's model makes, but they are made of numbers. */
async function expectNumbers(path: string, threads: number): Promise<void> {
  const model = await openTokenModel(path, threads)
  try {
    const { values } = await model.run(paddedBatch([[1, 2, 3]], 0))
    if (values.every(Number.isFinite)) return
    throw new MnemeError('unavailable', 'The converted model does not give numbers', {
      hint: 'Try embed.precision = "fp32", or a folder with an onnx/model.onnx.',
    })
  } finally {
    await model.release()
  }
}
