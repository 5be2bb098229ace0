// Storage ports of the demo app. Implemented in server/storage/sqlite/launches/pending-launches.ts.

/** A launch that waits for the answer of the authorization server. */
export interface PendingLaunch {
  /** SHA-256 of the state sent to the authorization server. */
  readonly stateHash: string
  /** SHA-256 of the browser's launch cookie. */
  readonly browserHash: string
  /** JSON whose format only the app knows. */
  readonly data: string
  readonly expiresAt: number
}

/** A launch to be stored. */
export interface NewLaunch extends PendingLaunch {
  /** The origin of the request. Anybody can start a launch, so each network gets a share of the storage. */
  readonly network: string
}

/** Launches by the hash of their state. */
export interface PendingLaunchStore {
  /** Stores a launch until its answer; deletes launches that expired before `now`. */
  readonly create: (launch: NewLaunch, now: number) => Promise<void>
  /** Uses up the pending launch if it is unused, unexpired and bound to this browser. One statement decides. */
  readonly consume: (stateHash: string, browserHash: string, now: number) => Promise<PendingLaunch | undefined>
}

/** A launch that opened or failed. */
export interface AppSession {
  /** SHA-256 of the launch's session cookie. */
  readonly idHash: string
  /** The person of the launch; empty when none was proven. Only each person's newest sessions are stored. */
  readonly person: string
  /** JSON whose format only the app knows. */
  readonly data: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** The session at the authorization server, if its id_token names one. */
  readonly sid?: string | undefined
}

/** Sessions of the app by the hash of their cookie. */
export interface AppSessionStore {
  /** Stores a session; deletes sessions that expired before `now`. */
  readonly create: (session: AppSession, now: number) => Promise<void>
  /** The data of a live session. */
  readonly find: (idHash: string, now: number) => Promise<string | undefined>
  readonly end: (idHash: string) => Promise<void>
  /** Ends every session of that session at the authorization server, in whichever browser. */
  readonly endAll: (sid: string) => Promise<void>
}
