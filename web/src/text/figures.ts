/** Numbers and moments as people read them. */

/** Made when it is first needed: each takes a moment that the first view would wait for. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const numbers = (options: Intl.NumberFormatOptions = {}) =>
  once(() => new Intl.NumberFormat('en', options))
const dates = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat('en', options))

const plainNumber = numbers()
const short = numbers({ notation: 'compact', maximumFractionDigits: 1 })
const wholePercent = numbers({ style: 'percent', maximumFractionDigits: 0 })
const relative = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' }))
const ofThisYear = dates({ weekday: 'long', day: 'numeric', month: 'long' })
const ofAnyYear = dates({ dateStyle: 'long' })
const toTheMinute = dates({ dateStyle: 'medium', timeStyle: 'short' })
const clock = dates({ timeStyle: 'short' })

export const counted = (count: number) => plainNumber().format(count)
export const shortCount = (count: number) => short().format(count)
export const percent = (share: number) => wholePercent().format(share)
export const points = (value: number) => value.toFixed(2)
export const moment = (at: string) => toTheMinute().format(Date.parse(at))
export const timeOfDay = (at: string) => clock().format(Date.parse(at))

const MINUTE = 60_000
// biome-ignore format: a table reads best in columns
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 1440 * MINUTE], ['month', 30 * 1440 * MINUTE], ['week', 7 * 1440 * MINUTE],
  ['day', 1440 * MINUTE], ['hour', 60 * MINUTE], ['minute', MINUTE],
]

export function ago(at: string, nowMs: number = Date.now()): string {
  const ms = Date.parse(at) - nowMs
  const unit = UNITS.find(([, size]) => Math.abs(ms) >= size)
  return unit ? relative().format(Math.round(ms / unit[1]), unit[0]) : 'just now'
}

/** The day it was here, where the reader is. */
export function dayOf(at: string): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function dayNamed(day: string, nowMs: number = Date.now()): string {
  const today = dayOf(new Date(nowMs).toISOString())
  if (day === today) return 'Today'
  if (day === dayOf(new Date(nowMs - 1440 * MINUTE).toISOString())) return 'Yesterday'
  const at = Date.parse(`${day}T12:00:00`)
  return (day.slice(0, 4) === today.slice(0, 4) ? ofThisYear() : ofAnyYear()).format(at)
}

/** One memory, two memories. */
export function many(count: number, one: string, more = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : more}`
}
