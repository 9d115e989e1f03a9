export interface UnusedExport {
  readonly file: string
  readonly name: string
  readonly line: number
  /** A test or a bench imports it. */
  readonly usedBeside: boolean
  /** Its own file uses it. */
  readonly usedHere: boolean
}
export function unusedExports(root?: string): readonly UnusedExport[]
