/**
 * How a launch reaches the app: `iss` and `launch` by form post (`shof`: SMART HTI on FHIR), the same by GET, or only
 * `token` (HTI 2.0).
 */
export const COMPOSE_DELIVERIES = ['shof', 'get', 'hti'] as const
export type ComposeDelivery = (typeof COMPOSE_DELIVERIES)[number]

/**
 * The name in localStorage under which a hand-over reports `{epoch milliseconds} {path of the trace}` to the composer.
 */
export const COMPOSED_TRACE = 'slipway-composed-trace'
