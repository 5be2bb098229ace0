// A profile: what holds for an app that asks for a code.
import type { Check } from '../authorize/check.ts'
import type { Grant } from '../store.ts'

/** Who and what a grant is about: members of the token answer and of an introspection, some also of the id_token. */
export interface TokenContext extends Readonly<Record<string, unknown>> {
  readonly sub: string
  readonly fhirUser?: string
  readonly role?: string
}

/** The scopes, the checks and the token answer of an app. */
export interface Profile {
  /** An app asks for exactly these, in any order. */
  readonly scopes: readonly string[]
  /** The checks of an authorize request, made by `inOrder`. */
  readonly checks: readonly Check[]
  /** The context of a grant; `fhirBase` is the base of its links. */
  readonly context: (grant: Pick<Grant, 'launch' | 'login'>, fhirBase: string) => TokenContext
}
