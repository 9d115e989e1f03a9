/**
 * Properties are tried on the same inputs at every run, so that a failure is never a matter of luck.
 * `MNEME_SEED=random npm test` looks for new counterexamples; a number repeats one run.
 */
import fc from 'fast-check'

const wanted = process.env.MNEME_SEED
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted ?? 1) })

export { fc }
