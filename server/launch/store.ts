// Storage ports of the demo app. Implemented in server/storage/sqlite/launches/launch.ts.

export interface PendingLaunch {
  /** SHA-256 of the state sent to the authorization server. */
  readonly stateHash: string
  /** SHA-256 of the browser's launch cookie. */
  readonly browserHash: string
  /** JSON that only the app understands. */
  readonly data: string
  readonly expiresAt: number
}

export interface NewLaunch extends PendingLaunch {
  /** The origin: anybody can begin a launch, so storage is shared out by network. */
  readonly network: string
}

export interface PendingLaunchStore {
  /** Keeps a launch until it comes back; forgets those that expired before `now`. */
  readonly create: (launch: NewLaunch, now: number) => Promise<void>
  /** Uses the pending launch up, if it is unused, unexpired and of this browser. One statement decides. */
  readonly consume: (stateHash: string, browserHash: string, now: number) => Promise<PendingLaunch | undefined>
}

/** A launch that was opened, or that failed. */
export interface AppSession {
  /** SHA-256 of the launch's session cookie. */
  readonly idHash: string
  /** The person it was opened for; empty when none was proven. The newest sessions of each person are stored. */
  readonly person: string
  /** JSON that only the app understands. */
  readonly data: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export interface AppSessionStore {
  /** Keeps a session; forgets those that expired before `now`. */
  readonly create: (session: AppSession, now: number) => Promise<void>
  /** The data of a live session. */
  readonly find: (idHash: string, now: number) => Promise<string | undefined>
  readonly end: (idHash: string) => Promise<void>
}
