// The number of rounds of a randomised test: a few in every run, many in `npm run nightly`.
/** Whether this is such a night. */
export const isMany = process.env['SLIPWAY_TEST_ROUNDS'] === 'many'

/** `some`, or `many` at night. */
export const rounds = (some: number, many: number): number => (isMany ? many : some)
