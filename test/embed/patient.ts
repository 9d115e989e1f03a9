/** For tests that are not about time: a machine with much else to do is no failure of ours. */
export const PATIENT = { interactiveTimeoutMs: 25_000, batchTimeoutMs: 60_000 }
