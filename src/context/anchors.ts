/** C-08. The files a person wrote for every turn: shown word for word, or not at all. */
import type { AnchorText } from './render.ts'
import type { ContextSettings } from './settings.ts'

/** USER.md is a person's; PROJECT.md came with a repository and counts once it is approved. */
export type Anchor =
  | {
      readonly file: string
      readonly path: string
      readonly state: 'trusted'
      readonly text: string
    }
  | { readonly file: string; readonly path: string; readonly state: 'unapproved' }
  | {
      readonly file: string
      readonly path: string
      readonly state: 'unreadable'
      readonly why: string
    }

interface RenderedAnchors {
  readonly texts: readonly AnchorText[]
  /** Messages for the user, not for the model. */
  readonly notices: readonly string[]
}

const BYTE_ORDER_MARK = /^\ufeff/

export function renderAnchors(
  settings: Pick<ContextSettings, 'anchorNoticeBytes'>,
  anchors: readonly Anchor[],
): RenderedAnchors {
  const texts: AnchorText[] = []
  const notices: string[] = []
  for (const anchor of anchors) {
    const { file } = anchor
    if (anchor.state === 'unapproved') {
      const approve = `mneme anchor approve${file === 'USER.md' ? ' --file USER.md' : ''}`
      const note = `not approved on this machine, so not shown; to read and approve it: ${approve}`
      texts.push({ file, note, text: '' })
      notices.push(`${anchor.path} is not approved on this machine. Run: ${approve}`)
    } else if (anchor.state === 'unreadable') {
      notices.push(`${anchor.path} could not be read: ${anchor.why}`)
    } else {
      const text = anchor.text.replace(BYTE_ORDER_MARK, '').trimEnd()
      if (text.trim() === '') continue
      texts.push({ file, note: null, text })
      const bytes = Buffer.byteLength(anchor.text)
      if (bytes > settings.anchorNoticeBytes) {
        notices.push(`${anchor.path} has ${bytes} bytes and goes into every session: shorten it`)
      }
    }
  }
  return { texts, notices }
}
