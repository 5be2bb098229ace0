// The signed-in person as the header of every page shows them. It is rendered with the page; no endpoint serves it.
import type { UserRole } from './admin.ts'

export interface PageAccount {
  readonly name: string
  /** Undefined for a person whose account another identity provider keeps. */
  readonly role: UserRole | undefined
  /** True while a visitor acts as a demo person without having signed in. */
  readonly acting: boolean
}
