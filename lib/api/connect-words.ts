/** The steps that show that an app works, in order. */
export const SEEN_STEPS = ['jwks', 'launch', 'authorize', 'code', 'bearer', 'read', 'write'] as const
