// Compares the doctor's settings with those that the domain was last started with.
import { type Finding, well, wrong } from './finding.ts'

/** The identity of the domain: its settings compared with the recorded ones. */
export interface Identity {
  /** The PUBLIC_URL recorded in the domain; undefined when nothing is recorded. */
  readonly publicUrl: string | undefined
  /** The differing settings, one sentence each. */
  readonly contradictions: readonly string[]
}

/** The identity of a domain that has no settings recorded. */
export const NO_IDENTITY: Identity = { publicUrl: undefined, contradictions: [] }

export function domainFindings({ publicUrl, contradictions }: Identity): readonly Finding[] {
  if (publicUrl === undefined) return []
  if (contradictions.length === 0) return [well('domain', `It is ${publicUrl}, as at its last start.`)]
  return contradictions.map((one) =>
    wrong(
      'domain',
      `${one}.`,
      'Leave it out: commands take it from the domain. To move the domain, start the server with it: slipway start',
    ),
  )
}
