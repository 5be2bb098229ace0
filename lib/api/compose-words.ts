/**
 * The ways in which a launch reaches the app: `iss` and `launch` by form post (`shof`: SMART HTI on FHIR), the same by GET, or `token`
 * alone (HTI 2.0).
 */
export const COMPOSE_DELIVERIES = ['shof', 'get', 'hti'] as const
export type ComposeDelivery = (typeof COMPOSE_DELIVERIES)[number]

/** The name in localStorage under which a hand-over tells the composer `{epoch milliseconds} {path of the trace}`. */
export const COMPOSED_TRACE = 'slipway-composed-trace'
