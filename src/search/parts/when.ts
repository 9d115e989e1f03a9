/** RECALL `when`: the dates a question names, and how well the date of a unit fits them. */
import type { Timestamp } from '../../clock.ts'

/** What is not said is null. Months count from 1. */
interface NamedDate {
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
}

/** The worth of a fit. */
const SAME = 1
const WITHIN_A_WEEK = 0.6
const SAME_MONTH = 0.3
const WEEK_MS = 7 * 86_400_000

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const MONTH = `(${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '((?:19|20)\\d{2})'

const ISO = /\b((?:19|20)\d{2})-(\d{2})(?:-(\d{2}))?\b/g
const DAY_MONTH = new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}\\b(?:,?\\s+${YEAR})?`, 'gi')
const MONTH_DAY = new RegExp(`\\b${MONTH}\\s+${DAY}\\b(?!\\d)(?:,?\\s+${YEAR})?`, 'gi')
const MONTH_YEAR = new RegExp(`\\b${MONTH},?\\s+(?:of\\s+)?${YEAR}\\b`, 'gi')
const MONTH_ALONE = new RegExp(`\\b${MONTH}(?![\\w-])`, 'gi')
const YEAR_ALONE = new RegExp(`\\b${YEAR}\\b`, 'g')

/** These are other words too; only such company makes them months. */
const AMBIGUOUS = /^(?:may|march|mar|sep|dec|jan|oct|nov|jun|jul|aug|apr|feb)$/i
const WORDS_BEFORE_A_MONTH = /\b(?:in|on|of|during|since|until|by|early|late|mid|last)[\s-]+$/i

/** Every date once, the most exact reading of each place first. */
export function datesIn(query: string): NamedDate[] {
  const dates: NamedDate[] = []
  let rest = query
  const take = (pattern: RegExp, read: (match: RegExpMatchArray) => NamedDate | null) => {
    rest = rest.replace(pattern, (...found) => {
      const match = found.slice(0, -2) as unknown as RegExpMatchArray
      const before = rest.slice(0, found.at(-2) as number)
      match.input = before
      const date = read(match)
      if (!date) return String(found[0])
      dates.push(date)
      return ' '
    })
  }
  take(ISO, ([, year, month, day]) => parseDate(year, month, day))
  take(DAY_MONTH, ([, day, month, year]) => parseDate(year, monthNumber(month), day))
  take(MONTH_DAY, ([, month, day, year]) => parseDate(year, monthNumber(month), day))
  take(MONTH_YEAR, ([, month, year]) => parseDate(year, monthNumber(month), undefined))
  take(MONTH_ALONE, (match) => {
    const name = match[1] ?? ''
    const meant = !AMBIGUOUS.test(name) || WORDS_BEFORE_A_MONTH.test(match.input ?? '')
    return meant ? parseDate(undefined, monthNumber(name), undefined) : null
  })
  take(YEAR_ALONE, ([, year]) => parseDate(year, undefined, undefined))
  return dates
}

/** The best fit to any of them; 0 for all when the question names none. */
export function whenPart(dates: readonly NamedDate[], at: Timestamp): number {
  let best = 0
  for (const date of dates) best = Math.max(best, closeness(date, at))
  return best
}

function closeness(named: NamedDate, at: Timestamp): number {
  const [year = 0, month = 0, day = 0] = at.slice(0, 10).split('-').map(Number)
  const sameYear = named.year === null || named.year === year
  if (named.month === null) return Number(sameYear)
  const sameMonth = sameYear && named.month === month
  if (named.day === null) return Number(sameMonth)
  if (sameMonth && named.day === day) return SAME
  const then = Date.UTC(named.year ?? year, named.month - 1, named.day)
  if (Math.abs(then - Date.UTC(year, month - 1, day)) <= WEEK_MS) return WITHIN_A_WEEK
  return sameMonth ? SAME_MONTH : 0
}

function parseDate(
  year: string | undefined,
  month: number | string | undefined,
  day: string | undefined,
): NamedDate | null {
  const number = (text: number | string | undefined) => (text === undefined ? null : Number(text))
  const date = { year: number(year), month: number(month), day: number(day) }
  const impossible =
    (date.month !== null && (date.month < 1 || date.month > 12)) ||
    (date.day !== null && (date.day < 1 || date.day > 31))
  return impossible ? null : date
}

function monthNumber(name: string | undefined): number {
  const start = (name ?? '').slice(0, 3).toLowerCase()
  return MONTHS.findIndex((month) => month.startsWith(start)) + 1
}
