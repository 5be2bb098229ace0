// What the pages about the own account need of the identity provider. Implemented in server/idp/accounts.ts.

/** A session, its times in epoch milliseconds. */
export interface Session {
  readonly sid: string
  readonly beganAt: number | undefined
  readonly lastUsedAt: number | undefined
  readonly network: string | undefined
  readonly browser: string | undefined
}

/** The work on accounts of which a person is the owner. */
export interface KnownAccounts {
  readonly sessions: (id: string) => Promise<readonly Session[]>
  /** Ends a session, and everything that was opened by it. Returns how many have ended. */
  readonly signOut: (id: string, sid: string) => Promise<number>
  /** Gives the account another name; false when it is deleted or locked. */
  readonly rename: (id: string, name: string) => Promise<boolean>
  readonly changePassword: (change: {
    readonly username: string
    readonly present: string
    readonly next: string
    readonly sid: string | undefined
    readonly address: string
  }) => Promise<'done' | 'wrong' | { readonly wait: number }>
  readonly ownerOfLink: (secret: string) => Promise<{ readonly username: string; readonly name: string } | undefined>
  readonly useLink: (secret: string, password: string, address: string) => Promise<string | undefined>
}
