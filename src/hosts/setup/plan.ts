/** K-16. Plans what setup writes, from the existing files: texts in, texts out. */

/** A file that setup changes; `after: null` removes it. */
export interface Edit {
  readonly path: string
  /** Null when it does not exist. */
  readonly before: string | null
  readonly after: string | null
  /** Its purpose, for the person who reads the diff. */
  readonly why: string
  readonly isCommand?: boolean
}

/** A file that cannot be edited safely: it is left alone and reported. */
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
  /** The project for project settings; null for the user's own. */
  readonly project: string | null
  /** The node that runs us, and our programs, as absolute paths. */
  readonly node: string
  readonly hook: string
  readonly cli: string
  /** The daemon's address for http hooks; null leaves them out. */
  readonly http: { readonly url: string; readonly token: string } | null
}

/** Setup and removal of one host. */
export interface HostSetup {
  /** Its official name. */
  readonly title: string
  /** Based on documentation; never tried with the program itself. */
  readonly byDocumentation?: true
  /** Whether the host is installed, judged by its files. */
  readonly traces: (place: SetupPlace) => readonly string[]
  readonly files: (place: SetupPlace) => readonly FilePlan[]
  /** Remaining steps for the person; null when there are none. */
  readonly approval: string | null
  /** Limitations on this host. */
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
