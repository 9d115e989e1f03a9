/** G-10. What a row of the tables of secrets says. */

export interface SecretKind {
  readonly kind: string
  /** In lower case, three letters or more. One of them stands in every text that has this kind. */
  readonly words: readonly string[]
  /**
   * Sticky, tried where the word starts (or its lead). No quantifier in it is unbounded, so a try
   * costs the same however long the text is. A group named `value` is what is redacted and must end
   * the match; without it, the whole match is.
   */
  readonly pattern: RegExp
  /** Sticky and cheap, tried first where the word starts; rows that share one share its answer. */
  readonly gate?: RegExp
  /** Letters that may belong to the match before its word. */
  readonly lead?: { readonly of: RegExp; readonly most: number }
  /** Letters that continue the value beyond what the pattern needs. */
  readonly tail?: RegExp
  /** True where the match may follow a letter or digit directly, as `Password` in `dbPassword`. */
  readonly inside?: boolean
  /** Whether what matched is real. */
  readonly real?: (value: string) => boolean
  /** For blocks: where the value ends, given where the match does; -1 when it is none. */
  readonly end?: (text: string, from: number) => number
}
