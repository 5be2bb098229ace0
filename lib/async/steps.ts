// Work in steps, between which whoever takes them may do something else.

/** Work that others may interrupt wherever it yields. */
export type Steps<Result> = Generator<void, Result>

/** Values in one step of work that goes through many: about a millisecond, where little is done with each. */
export const VALUES_AT_ONCE = 4096

/** Takes all steps now. Throws what the work throws. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
