/** A long list, read page by page as it comes into sight. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { place } from '../state/place.ts'
import { type Brief, call, type Input, Refusal } from './call.ts'
import { changes } from './live.ts'

export const PAGE_SIZE = 100

export interface Pages {
  /** Null before the first page is there. */
  readonly total: number | null
  readonly refusal: Refusal | null
  /** Undefined while its page is on its way. */
  readonly at: (index: number) => Brief | undefined
  /** Tells what is in sight. */
  readonly see: (first: number, last: number) => void
}

export function usePages(input: Input<'list'>): Pages {
  const question = JSON.stringify([input, place.value])
  const [, draw] = useState(0)
  const book = useRef(emptyBook(question))
  const tick = changes.value
  const seen = useRef({ first: 0, last: 0 })

  const read = useCallback((page: number) => {
    const own = book.current
    if (own.asked.has(page)) return
    own.asked.add(page)
    const asked = { ...(JSON.parse(own.question) as [Input<'list'>])[0] }
    call('list', { ...asked, limit: PAGE_SIZE, offset: page * PAGE_SIZE }, own.asking.signal).then(
      ({ memories, total }) => {
        own.pages.set(page, memories)
        own.total = total
        own.refusal = null
        if (book.current === own) draw((count) => count + 1)
      },
      (thrown: unknown) => {
        if (own.asking.signal.aborted) return
        own.asked.delete(page)
        own.refusal = thrown instanceof Refusal ? thrown : new Refusal('internal', `${thrown}`)
        draw((count) => count + 1)
      },
    )
  }, [])

  const see = useCallback(
    (first: number, last: number) => {
      seen.current = { first, last }
      for (let page = pageOf(first); page <= pageOf(last); page++) read(page)
    },
    [read],
  )

  // A tick asks the same question again.
  useEffect(() => {
    const before = book.current
    const fresh = emptyBook(question)
    if (before.question === question) {
      // Only news: what is there stays in sight until the new pages are.
      fresh.total = before.total
      for (const [page, memories] of before.pages) fresh.pages.set(page, memories)
    }
    before.asking.abort()
    book.current = fresh
    see(seen.current.first, seen.current.last)
    draw((count) => count + 1)
    return () => fresh.asking.abort()
  }, [question, tick])

  return {
    total: book.current.question === question ? book.current.total : null,
    refusal: book.current.refusal,
    at: (index) => book.current.pages.get(pageOf(index))?.[index % PAGE_SIZE],
    see,
  }
}

interface Book {
  readonly question: string
  readonly pages: Map<number, readonly Brief[]>
  readonly asked: Set<number>
  readonly asking: AbortController
  total: number | null
  refusal: Refusal | null
}

function emptyBook(question: string): Book {
  return {
    question,
    pages: new Map(),
    asked: new Set(),
    asking: new AbortController(),
    total: null,
    refusal: null,
  }
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE)
}
