/** K-16. What setup would write, worked out from what is there: texts in, texts out. */

/** A file that setup touches; `after` null takes it away. */
export interface Edit {
  readonly path: string
  /** Null when it is not there. */
  readonly before: string | null
  readonly after: string | null
  /** What is in it for the person who reads the diff. */
  readonly why: string
  readonly isCommand?: boolean
}

/** A file that cannot be edited safely is left alone, and said so. */
export interface Obstacle {
  readonly path: string
  readonly problem: string
  readonly hint: string
}

export interface SetupPlace {
  /** The person's home folder. */
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Where a project's settings go; null for the user's own. */
  readonly project: string | null
  /** The node that runs us, and our programs, as absolute paths. */
  readonly node: string
  readonly hook: string
  readonly cli: string
  /** The daemon's address for http hooks; null leaves them out. */
  readonly http: { readonly url: string; readonly token: string } | null
}

/** How one host is set up and taken back. */
export interface HostSetup {
  /** As its makers write it. */
  readonly title: string
  /** Written from its documentation; never tried with the program itself. */
  readonly byDocumentation?: true
  /** Whether the host is on this machine, by what it leaves behind. */
  readonly traces: (place: SetupPlace) => readonly string[]
  readonly files: (place: SetupPlace) => readonly FilePlan[]
  /** What the person still has to do before memory works there; null when nothing. */
  readonly approval: string | null
  /** What memory cannot do there. */
  readonly limits: readonly string[]
}

export interface FilePlan {
  readonly path: string
  readonly why: string
  /** One of several commands a person can type: a summary counts these. */
  readonly isCommand?: true
  /** The text with our entries in it; throws `Unreadable` when it cannot be edited safely. */
  readonly put: (text: string | null) => string
  /** The text without our entries; null when nothing is left of the file. */
  readonly take: (text: string) => string | null
}

export class Unreadable extends Error {}
