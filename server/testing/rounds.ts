// How often a test tries what chance decides: some times in every run, many times by `npm run test:nightly`.
/** Whether this is such a night. */
export const isMany = process.env['SLIPWAY_TEST_ROUNDS'] === 'many'

/** `some`, or `many` at night. */
export const rounds = (some: number, many: number): number => (isMany ? many : some)
