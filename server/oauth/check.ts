// A refusal of the authorization server: which named check refused and what it expected, never whose value it held against
// it. The checks are declared in lib/checks.
import { CHECKS, type CheckName } from '#lib/checks/checks.ts'
import { OAuthError, type OAuthErrorCode, type OAuthErrorOptions } from '#lib/oauth/oauth-error.ts'
import type { Explained } from '#lib/trace.ts'

export { CHECK_NAMES, type CheckName } from '#lib/checks/checks.ts'

/** An OAuthError with the name of the check that refused; the name leads the error_description. */
export class Refusal extends OAuthError {
  readonly check: CheckName
  readonly #expected: string

  /** `expected` is the part of the check that failed; all that the check expects unless told. */
  constructor(
    check: CheckName,
    code: OAuthErrorCode,
    expected: string = CHECKS[check].en.expected,
    options?: OAuthErrorOptions,
  ) {
    super(code, `${check}: ${expected}`, options)
    this.name = 'Refusal'
    this.check = check
    this.#expected = expected
  }

  override get explanation(): Explained['explanation'] {
    return { check: this.check, code: this.code, reason: this.#expected }
  }

  override get id(): CheckName {
    return this.check
  }
}

/** A refusal of an authorize request or of its launch token. */
export const invalidRequest = (check: CheckName, expected?: string, cause?: unknown): Refusal =>
  new Refusal(check, 'invalid_request', expected, { cause })
