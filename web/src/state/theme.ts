/** Light, dark, or as the system says. */
import { effect, signal } from '@preact/signals'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEPT = 'mneme.theme'

export const theme = signal<Theme>(
  THEMES.find((each) => each === localStorage.getItem(KEPT)) ?? 'auto',
)
/** Grows when colours change, for what draws with them itself. */
export const colours = signal(0)

export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value
    localStorage.setItem(KEPT, theme.value)
    colours.value = colours.peek() + 1
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    colours.value += 1
  })
}

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto'
}
