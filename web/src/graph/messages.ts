/** What the page and the worker that draws the graph say to each other. */

export interface Colours {
  readonly paper: string
  readonly ink: string
  readonly faint: string
  /** By the family of a memory's type, and `tag`, `cluster`. */
  readonly nodes: Readonly<Record<string, string>>
  /** By the kind of an edge. */
  readonly edges: Readonly<Record<string, string>>
}

export interface ShownNode {
  readonly key: string
  readonly kind: string
  readonly label: string
  readonly type: string
  readonly degree: number
}

export interface Neighbour extends ShownNode {
  readonly by: string
}

export type ToWorker =
  | {
      readonly say: 'start'
      readonly canvas: OffscreenCanvas
      readonly colours: Colours
      /** Drawn once it has come to rest, for those who want nothing to move. */
      readonly isStill: boolean
    }
  | { readonly say: 'load'; readonly url: string; readonly headers: Record<string, string> }
  | {
      readonly say: 'size'
      readonly width: number
      readonly height: number
      readonly ratio: number
    }
  | { readonly say: 'colours'; readonly colours: Colours }
  | { readonly say: 'hide'; readonly kinds: readonly string[] }
  | { readonly say: 'pan'; readonly x: number; readonly y: number }
  | { readonly say: 'zoom'; readonly x: number; readonly y: number; readonly by: number }
  | { readonly say: 'point'; readonly x: number; readonly y: number; readonly isChoice: boolean }
  | { readonly say: 'choose'; readonly key: string | null }
  | { readonly say: 'find'; readonly words: string }

export type FromWorker =
  | {
      readonly say: 'loaded'
      readonly nodes: number
      readonly edges: number
      readonly hubs: readonly ShownNode[]
      readonly kinds: Readonly<Record<string, number>>
    }
  | { readonly say: 'failed'; readonly why: string }
  | { readonly say: 'pointed'; readonly node: ShownNode | null }
  | {
      readonly say: 'chosen'
      readonly node: ShownNode | null
      readonly neighbours: readonly Neighbour[]
    }
  | { readonly say: 'found'; readonly nodes: readonly ShownNode[] }
  | { readonly say: 'rests'; readonly frames: number }
