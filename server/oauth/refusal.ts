// A refusal of the authorization server: the name of the failed check and its expectation, never the compared value.
// lib/checks declares the checks.
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { CHECKS, type CheckName } from '#lib/checks/checks.ts'
import { OAuthError, type OAuthErrorCode, type OAuthErrorOptions } from '#lib/oauth/oauth-error.ts'
import type { Explained, Facts } from '#lib/trace/trace.ts'

/** The proven subjects of a request, for the audit log and never for the client. */
export type Concern = Pick<AuditedEvent, 'client' | 'person' | 'launch'>

/** An OAuthError with the name of the failed check, which starts the error_description. */
export class Refusal extends OAuthError {
  readonly check: CheckName
  readonly #expected: string
  #concern: Concern = {}
  #compared: Facts | undefined

  /** `expected` is the part of the check that failed; by default its whole expectation. */
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
    return { check: this.check, code: this.code, reason: this.#expected, compared: this.#compared }
  }

  override get id(): CheckName {
    return this.check
  }

  get concern(): Concern {
    return this.#concern
  }

  /** The same refusal, with the proven subjects that it concerns. */
  concerning(concern: Concern): this {
    this.#concern = { ...concern, ...this.#concern }
    return this
  }

  /** The same refusal, with the compared values: for a trace, never for the client. */
  comparing(compared: Facts): this {
    this.#compared = compared
    return this
  }
}

/** A refusal of an authorize request or of its launch token. */
export const invalidRequest = (check: CheckName, expected?: string): Refusal =>
  new Refusal(check, 'invalid_request', expected)

/** Runs some work; a refusal that it throws gets the proven subjects. */
export async function concerning<T>(concern: Concern, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? error.concerning(concern) : error
  }
}
