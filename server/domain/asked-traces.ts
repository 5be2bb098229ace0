// X-Trace-Ids that the domain gives to a request that a person asked it to make: each proves whose it is, so that its trace can be
// shown to that person without anything being stored.
import { createHmac } from 'node:crypto'
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Random } from '#lib/crypto/random.ts'

interface AskedTracesDeps {
  /** A secret of the domain. */
  readonly secret: () => string
  readonly random: Random
}

export interface AskedTraces {
  /** A new X-Trace-Id for a person, by a name that no other person has. */
  readonly make: (person: string) => string
  /** True for an id that was made for this person. */
  readonly isOf: (traceId: string, person: string) => boolean
}

/** Short enough for the AuditEvents of the request, whose extension for it is a FHIR id: 64 letters. */
const SEAL_LENGTH = 30
const MADE = /^([0-9a-f]{32})\.([0-9a-f]{30})$/

export function askedTraces({ secret, random }: AskedTracesDeps): AskedTraces {
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
