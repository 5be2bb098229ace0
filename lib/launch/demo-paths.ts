// Where the demo apps are: everything of an app is at its path and below it.

export const DEMO_PATHS = { sleep: '/launch', energy: '/energy' } as const
export type DemoAppName = keyof typeof DEMO_PATHS
