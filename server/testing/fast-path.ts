// The switch for tests without the fast path: `SLIPWAY_TEST_FAST_PATH=off` leaves server/fhir/cache/ and server/http/fast/ out.

export const hasFastPath = (): boolean => process.env['SLIPWAY_TEST_FAST_PATH'] !== 'off'
