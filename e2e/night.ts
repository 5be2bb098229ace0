// What takes long and is rarely red is looked at by `npm run test:nightly` alone (server/testing/rounds.ts).
export const isNight = process.env['SLIPWAY_TEST_ROUNDS'] === 'many'
