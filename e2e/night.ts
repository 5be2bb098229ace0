// Tests that take long and rarely fail run in `npm run nightly` alone (server/testing/rounds.ts).
export const isNight = process.env['SLIPWAY_TEST_ROUNDS'] === 'many'
