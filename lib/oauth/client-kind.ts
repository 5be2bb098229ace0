// The kinds of client: an app that receives launches, a platform that signs them, or both.

/** `module` receives launches, `platform` signs them. */
export const CLIENT_KINDS = ['module', 'platform', 'both'] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

/** True for a client that apps are launched as. */
export const receivesLaunches = ({ kind }: { readonly kind: ClientKind }): boolean => kind !== 'platform'

/** True for a client that signs launch tokens. */
export const signsLaunches = ({ kind }: { readonly kind: ClientKind }): boolean => kind !== 'module'
