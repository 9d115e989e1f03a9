/** G-09, K-01. Opens the configured model; by default there is none, and nothing is ever sent. */
import type { KeyEnvironment } from './key.ts'
import type { LanguageModel } from './model.ts'
import type { ModelSettings } from './settings.ts'

type Provider = Exclude<ModelSettings['provider'], 'none'>

type Open = (
  settings: ModelSettings,
  env: KeyEnvironment,
  random: () => number,
) => Promise<LanguageModel>

/** One row per provider, each loaded at its first call. */
const PROVIDERS: { readonly [Name in Provider]: Open } = {
  'claude-cli': async (settings, env) =>
    (await import('./claude-cli.ts')).openClaudeCli(settings, env),
  anthropic: async (settings, env, random) =>
    (await import('./anthropic.ts')).openAnthropic(settings, env, random),
  openai: async (settings, env, random) =>
    (await import('./openai-compatible.ts')).openOpenAiCompatible(settings, env, random),
}

export function openModel(
  settings: ModelSettings,
  env: KeyEnvironment,
  random: () => number,
): LanguageModel | null {
  const { provider } = settings
  if (provider === 'none') return null
  let opened: Promise<LanguageModel> | null = null
  return {
    id: `${provider}:${settings.name ?? 'default'}`,
    async ask(question) {
      opened ??= PROVIDERS[provider](settings, env, random)
      return (await opened).ask(question)
    },
  }
}
