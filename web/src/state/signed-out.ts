import { signal } from '@preact/signals'

/** The session of this page has ended; a new link opens another. */
export const signedOut = signal(false)
