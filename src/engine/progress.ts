/** Long work says how far it is; a door shows it as it likes. */
export type Progress = (step: {
  readonly done: number
  readonly total: number
  readonly what: string
}) => void
