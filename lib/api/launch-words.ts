// The words of the demo app.

/** The steps of a launch, in the order in which they are taken. */
export const LAUNCH_STEPS = ['launch', 'discover', 'authorize', 'login', 'code', 'token', 'id_token', 'open'] as const

/** The statuses of Task (FHIR R4) from which it starts or completes one. */
export const OPEN_STATUSES = ['requested', 'received', 'accepted', 'ready', 'in-progress', 'on-hold'] as const

/** From which site a browser comes, as Sec-Fetch-Site says it (W3C Fetch Metadata). */
export const FETCH_SITES = ['same-origin', 'same-site', 'cross-site', 'none'] as const
