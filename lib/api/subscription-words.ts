/** The statuses of a Subscription (FHIR R4). */
export const SUBSCRIPTION_STATUSES = ['requested', 'active', 'error', 'off'] as const
