// What the receiving app asks of storage. Implemented in server/db/launch.ts.

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
  /** Where it came from: anybody can begin a launch, so the room is shared by networks. */
  readonly network: string
}

export interface PendingLaunchStore {
  /** Keeps a launch until it comes back; forgets those that expired before `now`. */
  readonly create: (launch: NewLaunch, now: number) => void
  /** Uses the pending launch up, if it is unused, unexpired and of this browser. One statement decides. */
  readonly consume: (stateHash: string, browserHash: string, now: number) => PendingLaunch | undefined
}
