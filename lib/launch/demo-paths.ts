// Where the demo apps are: everything of an app is at its path and below it.

/** The path of each demo app. */
export const DEMO_PATHS = { sleep: '/launch', energy: '/energy' } as const
export type DemoAppName = keyof typeof DEMO_PATHS
/** In the order in which they are listed. */
export const DEMO_APP_NAMES = Object.keys(DEMO_PATHS) as DemoAppName[]

/** The composer with a failure that is easily understood: the token was signed too long ago. */
export const BROKEN_LAUNCH = '/portal/compose#fail=expired'
