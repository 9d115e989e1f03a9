/** J-11. The kinds of settings: each with its default, what it is for, and its range. */
import * as z from 'zod'

interface Range {
  readonly min?: number
  readonly max?: number
}

/** A whole number, one or more unless its range says otherwise. */
export function wholeNumber(value: number, about: string, { min = 1, max }: Range = {}) {
  const kind = z.int().min(min)
  return (max === undefined ? kind : kind.max(max)).default(value).describe(about)
}

/** A whole number, zero or more. */
export function count(value: number, about: string) {
  return wholeNumber(value, about, { min: 0 })
}

/** A number, zero or more unless its range says otherwise. */
export function decimal(value: number, about: string, { min = 0, max }: Range = {}) {
  const kind = z.number().min(min)
  return (max === undefined ? kind : kind.max(max)).default(value).describe(about)
}

/** A number above zero. */
export function positive(value: number, about: string, { max }: Pick<Range, 'max'> = {}) {
  const kind = z.number().positive()
  return (max === undefined ? kind : kind.max(max)).default(value).describe(about)
}

/** From 0 to 1. */
export function share(value: number, about: string) {
  return decimal(value, about, { max: 1 })
}

export function flag(value: boolean, about: string) {
  return z.boolean().default(value).describe(about)
}
