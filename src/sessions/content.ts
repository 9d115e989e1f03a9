/** The content blocks of messages, as hosts and their APIs write them. */
import { asArray, asObject, asText } from './json.ts'
import type { RawCall } from './tools.ts'

export type ContentBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly call: RawCall }
  | {
      readonly kind: 'result'
      readonly callId: string
      readonly text: string
      readonly failed: boolean
    }
  /** Reasoning, an image, an attachment: not spoken text. Counted by name. */
  | { readonly kind: 'aside'; readonly name: string }

const TEXT_TYPES = ['text', 'input_text', 'output_text', 'Text', undefined]

export function contentBlocks(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  const list = Array.isArray(content) ? content : content === undefined ? [] : [content]
  return list.map(contentBlock)
}

function contentBlock(value: unknown): ContentBlock {
  if (typeof value === 'string') return { kind: 'text', text: value }
  const block = asObject(value)
  if (block === null) return { kind: 'aside', name: typeof value }
  const type = block.type as string | undefined
  const text = asText(block.text)
  if (text !== null && TEXT_TYPES.includes(type)) return { kind: 'text', text }
  if (type === 'tool_use' || type === 'toolCall' || type === 'tool-call') {
    const id = asText(block.id) ?? asText(block.toolCallId) ?? ''
    const name = asText(block.name) ?? asText(block.toolName) ?? 'unnamed'
    return { kind: 'call', call: { id, name, input: block.input ?? block.arguments ?? block.args } }
  }
  if (type === 'tool_result') {
    const callId = asText(block.tool_use_id) ?? ''
    const failed = block.is_error === true
    return { kind: 'result', callId, text: plainText(block.content), failed }
  }
  return { kind: 'aside', name: asText(type) ?? Object.keys(block)[0] ?? 'empty' }
}

/** All the text in a value of whatever shape a tool answers with; pictures leave their name. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return asArray(value).map(plainText).filter(Boolean).join('\n')
  const block = asObject(value)
  if (block === null) return String(value)
  const text = block.text ?? block.output ?? block.stdout ?? block.error ?? block.content
  if (typeof text === 'string') return text
  if (block.functionResponse !== undefined)
    return plainText(asObject(block.functionResponse)?.response)
  const type = asText(block.type) ?? (block.inlineData === undefined ? null : 'image')
  return type === null ? Object.keys(block).join(' ') : `[${type}]`
}
