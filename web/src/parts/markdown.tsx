/**
 * A memory's text as it was meant: headings, lists, code. Drawn from the words of a lexer and never from
 * markup: HTML stays the text that it is, and a link shows where it would lead and leads nowhere.
 */

import { lexer, type Token, type Tokens } from 'marked'
import type { ComponentChildren } from 'preact'
import { piecesOf } from '../text/visible.ts'
import { drawn, StoredBlock } from './stored.tsx'

/** Longer texts, and deeper ones, are shown as they are written. */
const MAX_CHARACTERS = 20_000
const DEEPEST = 12

export function Markdown({ text }: { readonly text: string }) {
  const tokens = tokensOf(text)
  if (tokens === null) return <StoredBlock text={text} />
  return (
    <div class="markdown" dir="auto">
      {blocks(tokens, 0)}
    </div>
  )
}

function tokensOf(text: string): Token[] | null {
  if (text.length > MAX_CHARACTERS) return null
  try {
    return lexer(text, { gfm: true })
  } catch {
    return null // Nested beyond reason: as it is written, then.
  }
}

const words = (text: string): ComponentChildren => piecesOf(text).map(drawn)

function blocks(tokens: readonly Token[], depth: number): ComponentChildren {
  return tokens.map((token, at) => <Block key={at} token={token} depth={depth} />)
}

function Block({ token, depth }: { readonly token: Token; readonly depth: number }) {
  if (depth > DEEPEST) return <p>{words(token.raw)}</p>
  switch (token.type) {
    case 'space':
      return null
    case 'heading':
      // One size for all: a memory has a title already, and its sections are small.
      return <h3 class="markdown-heading">{inline(token.tokens, token.raw)}</h3>
    case 'code':
      return (
        <pre>
          <code>{words((token as Tokens.Code).text)}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [], depth + 1)}</blockquote>
    case 'hr':
      return <hr />
    case 'list': {
      const { ordered, items, start } = token as Tokens.List
      const entries = items.map((item, at) => (
        <li key={at}>
          {item.task && <span aria-hidden="true">{item.checked ? '☑ ' : '☐ '}</span>}
          {blocks(item.tokens, depth + 1)}
        </li>
      ))
      return ordered ? <ol start={start === '' ? 1 : start}>{entries}</ol> : <ul>{entries}</ul>
    }
    case 'paragraph':
      return <p>{inline(token.tokens, token.raw)}</p>
    case 'text':
      return <>{inline(token.tokens, token.raw)}</>
    default:
      // HTML, tables, definitions and whatever comes: the words as they stand.
      return <pre class="as-written">{words(token.raw)}</pre>
  }
}

function inline(tokens: readonly Token[] | undefined, raw: string, depth = 0): ComponentChildren {
  if (!tokens || depth > DEEPEST) return words(raw)
  return tokens.map((token, at) => {
    const within = 'tokens' in token ? token.tokens : undefined
    const inner = () => inline(within, token.raw, depth + 1)
    switch (token.type) {
      case 'strong':
        return <strong key={at}>{inner()}</strong>
      case 'em':
        return <em key={at}>{inner()}</em>
      case 'del':
        return <del key={at}>{inner()}</del>
      case 'codespan':
        return <code key={at}>{words((token as Tokens.Codespan).text)}</code>
      case 'br':
        return <br key={at} />
      case 'escape':
        return words((token as Tokens.Escape).text)
      default:
        return words(token.raw)
    }
  })
}
