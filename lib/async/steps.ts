// Work in steps, between which whoever takes them may do something else.

/** Work that others may interrupt wherever it yields. */
export type Steps<Result> = Generator<void, Result>

/** Takes all steps now. Throws what the work throws. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
