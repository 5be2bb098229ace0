// Where the demo apps are: everything of an app is at its path and below it.

/** The path of each demo app. */
export const DEMO_PATHS = { sleep: '/launch', energy: '/energy' } as const
export type DemoAppName = keyof typeof DEMO_PATHS
