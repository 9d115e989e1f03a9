/**
 * The converted form of a weights file, made once and kept. Its name carries the digest of the
 * weights and the converter's version, so that a file under that name needs no further question.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MnemeError } from '../../errors.ts'
import { bertModel, type Precision } from './bert.ts'
import { BertConfig, readModelConfig } from './bert-config.ts'
import { readSafetensors } from './safetensors.ts'
import { exists, writeWhole } from './write-whole.ts'

/** Goes up with every change that makes other numbers of the same weights. */
export const CONVERTER_VERSION = 1

export interface Conversion {
  readonly weightsPath: string
  readonly configPath: string
  /** What the weights must be: other weights under the same name would make other vectors. */
  readonly sha256: string
  readonly precision: Precision
  readonly modelsFolder: string
  /** Throws if the model at this path does not do what it should; it is then never used. */
  readonly check: (path: string) => Promise<void>
}

export function convertedPath(
  c: Pick<Conversion, 'sha256' | 'precision' | 'modelsFolder'>,
): string {
  const name = `${c.sha256.slice(0, 16)}-${c.precision}-v${CONVERTER_VERSION}.onnx`
  return join(c.modelsFolder, name)
}

/** The path of the converted model, which is made if it is not there yet. */
export async function convertedModel(conversion: Conversion): Promise<string> {
  const path = convertedPath(conversion)
  if (!(await exists(path))) await convert(conversion, path)
  return path
}

/** Makes the converted model anew, whatever may be there. */
export async function convert(conversion: Conversion, path: string): Promise<void> {
  const config = await readModelConfig(conversion.configPath, BertConfig)
  const file = await readFile(conversion.weightsPath)
  const sha256 = createHash('sha256').update(file).digest('hex')
  if (sha256 !== conversion.sha256) {
    throw new MnemeError('unavailable', `${conversion.weightsPath} is not the file we expected`, {
      hint: 'Install the model again; its SHA-256 does not match.',
    })
  }
  const pieces = bertModel(config, conversion.precision, readSafetensors(file))
  await writeWhole(path, pieces, conversion.check)
}
