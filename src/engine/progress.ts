/** Progress of long work, for a door to show. */
export type Progress = (step: {
  readonly done: number
  readonly total: number
  readonly what: string
}) => void
