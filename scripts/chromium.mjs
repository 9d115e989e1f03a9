/** The Chromium of this machine, for whoever drives the page; null where none is installed. */
import { existsSync } from 'node:fs'

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function chromiumProgram() {
  return PLACES.find((place) => place !== undefined && place !== '' && existsSync(place)) ?? null
}
