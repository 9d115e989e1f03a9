/**
 * D-14. A model of the user's own from a folder in the common layout:
 *
 *   tokenizer.json  config.json  and  onnx/model*.onnx | model.onnx
 */
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { MnemeError } from '../errors.ts'
import { prefixMark } from './applied-settings.ts'
import type { EmbedderIdentity } from './embedder.ts'
import { LocalEmbedder, type LocalModel } from './local.ts'
import { readModelShape } from './onnx/model-config.ts'
import { weightsDigest } from './onnx/weights-digest.ts'
import type { EmbedSettings } from './settings.ts'

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
  const shape = await readModelShape(join(folder, 'config.json'))
  const sha256 = await weightsDigest(weightsPath, modelsFolder)
  const name = `${basename(folder)}-${sha256.slice(0, 8)}-onnx-${settings.pooling}`
  return {
    identity: {
      id: `folder:${name}${prefixMark(settings)}`,
      dims: shape.hidden_size,
      maxTokens: Math.min(settings.maxTokens, shape.max_position_embeddings),
    },
    pooling: settings.pooling,
    tokenizerPath: join(folder, 'tokenizer.json'),
    modelPath: weightsPath,
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
    if (!existsSync(join(folder, name))) missing.push(name)
  }
  if (!weights) missing.push('weights (onnx/model*.onnx or model.onnx)')
  if (weights && missing.length === 0) return weights
  throw new MnemeError('unavailable', `The model folder ${folder} lacks ${missing.join(' and ')}`, {
    hint: 'Download the whole model with its ONNX export; model hubs offer one for most models.',
  })
}

/** Of several exports the one that fits `precision`. */
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
  const candidates = [...(best ? [join('onnx', best)] : []), 'model.onnx']
  return candidates.map((name) => join(folder, name)).find((path) => existsSync(path))
}
