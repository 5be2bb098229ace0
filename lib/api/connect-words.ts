/** The steps by which an app shows that it works, in their order. */
export const SEEN_STEPS = ['jwks', 'launch', 'authorize', 'code', 'bearer', 'read'] as const
