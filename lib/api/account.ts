// The signed-in person as the header of every page shows them. It is rendered with the page; no endpoint serves it.
import type { UserRole } from './admin.ts'

/** The signed-in person, as pages get them with their HTML. */
export interface PageAccount {
  readonly name: string
  /** The mark of the person (lib/oauth/person-mark.ts), which the page sends with what it asks for. */
  readonly person: string
  /** Undefined for an account at another identity provider. */
  readonly role: UserRole | undefined
}

/** In the query of a page after a sign-out: what has ended. */
export const SIGNED_OUT = { name: 'signed-out', values: ['everywhere', 'at-provider'] } as const

/** In the query of a page after a sign-in that began there and failed. */
export const SIGN_IN_FAILED = { name: 'sign-in', value: 'failed' } as const
