// The time budget of a property: short in every test run, long by `FUZZ_SECONDS=600 FUZZ_SEED=7 npm run fuzz`.
import fc, { type Parameters, type RunDetails } from 'fast-check'

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 0)
const seed = process.env['FUZZ_SEED']

/** Time for a property of a long run to end after its budget. */
const GRACE_MS = 30_000
/** The properties of a run share its time: six parts for the operations, a quarter for each of twenty-one others. */
const PROPERTIES = 11.25

/** The milliseconds for each of `PROPERTIES` properties; undefined in a short run. */
const share = seconds > 0 ? (seconds * 1000) / PROPERTIES : undefined

/** Parameters of fast-check: `runs` in the short form, until the time is up in the long one. */
export const budget = <T>(runs: number, weight = 1): Parameters<T> => ({
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  ...(share === undefined
    ? { numRuns: runs }
    : {
        numRuns: Number.MAX_SAFE_INTEGER,
        interruptAfterTimeLimit: share * weight,
        markInterruptAsFailure: false,
        reporter: report,
      }),
})

/** Where the time was up before the first try, nothing failed. */
function report<T>(details: RunDetails<T>): void {
  const message = details.interrupted && details.numRuns === 0 ? undefined : fc.defaultReportMessage(details)
  if (message !== undefined) throw new Error(message, { cause: details.errorInstance })
}

/** The time limit of a test with such a property, in milliseconds; undefined is that of every test. */
export const limit = (weight = 1): number | undefined => (share === undefined ? undefined : share * weight + GRACE_MS)
