// X-Trace-Ids for requests that the domain sends on a person's behalf. Each id proves whose it is, so that its trace
// can be shown to that person without storing anything.
import { createHmac } from 'node:crypto'
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Random } from '#lib/crypto/random.ts'

interface SignedTraceIdsDeps {
  readonly secret: () => string
  readonly random: Random
}

/** Makes and knows the X-Trace-Ids under which the pages of a person ask. */
export interface SignedTraceIds {
  /** A new X-Trace-Id for a person, given by a unique name. */
  readonly make: (person: string) => string
  /** True for an id made for this person. */
  readonly isOf: (traceId: string, person: string) => boolean
}

/** Short enough for the AuditEvents of the request, whose trace extension is a FHIR id of at most 64 characters. */
const SEAL_LENGTH = 30
const MADE = /^([0-9a-f]{32})\.([0-9a-f]{30})$/

/** The ids of people's requests; only this domain can make them. */
export function signedTraceIds({ secret, random }: SignedTraceIdsDeps): SignedTraceIds {
  const sealOf = (id: string, person: string) =>
    createHmac('sha256', secret())
      .update(JSON.stringify([id, person]))
      .digest('hex')
      .slice(0, SEAL_LENGTH)
  return {
    make: (person) => {
      const id = random.uuid().replaceAll('-', '')
      return `${id}.${sealOf(id, person)}`
    },
    isOf: (traceId, person) => {
      const [, id, seal] = MADE.exec(traceId) ?? []
      return id !== undefined && seal !== undefined && sameSecret(seal, sealOf(id, person))
    },
  }
}
