// Who uses a page, as far as the header of every page says it. It comes with the page; no address of its own tells it.
import type { UserRole } from './admin.ts'

export interface PageAccount {
  readonly name: string
  /** Undefined for a person whose account another identity provider keeps. */
  readonly role: UserRole | undefined
  /** Whether somebody looks through the eyes of a demo person without having signed in. */
  readonly acting: boolean
}
