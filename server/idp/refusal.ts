// Refusals that the identity provider shows as a page, without a redirect, with reason and remedy.
import type { Explained } from '#lib/trace/trace.ts'

export type RefusalReason =
  | 'unknown-client'
  | 'redirect-uri'
  | 'expired'
  | 'forged'
  | 'unreadable'
  | 'too-large'
  | 'not-found'
  | 'method'
  | 'unavailable'
  | 'full'
  | 'broken'

const STATUS: Readonly<Record<RefusalReason, number>> = {
  'unknown-client': 400,
  'redirect-uri': 400,
  expired: 400,
  forged: 403,
  unreadable: 415,
  'too-large': 413,
  'not-found': 404,
  method: 405,
  unavailable: 503,
  full: 503,
  broken: 500,
}

/** The explanations in traces, for refusals that can happen during a launch. */
const EXPLANATIONS: Readonly<Partial<Record<RefusalReason, string>>> = {
  'unknown-client': 'client_id must identify a registered relying party.',
  'redirect-uri': 'redirect_uri must match a redirect_uri of the relying party, character by character.',
  expired: 'the login has ended, or started in another browser.',
  forged: 'the form must come from a page of the identity provider.',
}

interface RefusalOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** A request value for the page to show, escaped. It helps the person who has to correct the setting. */
  readonly received?: string | undefined
  /** For our log only. */
  readonly cause?: unknown
}

/** Thrown to refuse a request; endpoint.ts turns it into a page. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly received: string | undefined

  constructor(reason: RefusalReason, { headers = {}, received, cause }: RefusalOptions = {}) {
    super(reason, { cause })
    this.reason = reason
    this.status = STATUS[reason]
    this.headers = headers
    this.received = received
  }

  get explanation(): Explained['explanation'] | undefined {
    const reason = EXPLANATIONS[this.reason]
    return reason === undefined ? undefined : { code: this.reason, reason }
  }
}
