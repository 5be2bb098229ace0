// Makes room for traces by deleting the oldest, within the transaction that writes (server/storage/traces/bounds.ts).
import { isTooMuch, ownerName, SURPLUS, type TraceBounds, type TraceOwner } from '../../traces/bounds.ts'
import type { Run } from '../connection/line.ts'

interface Volume {
  readonly verified: boolean
  readonly owner: string
  readonly traces: number
  readonly size: number
}

const VOLUMES = `SELECT verified, owner, traces, size
  FROM unnest($1::boolean[], $2::text[]) AS asked(verified, owner) JOIN trace_volume USING (verified, owner)`

/**
 * Verified traces count towards their client, whose oldest are deleted. Of unverified traces, the oldest of the largest
 * network are deleted.
 */
function oldest({ verified, clientId }: TraceOwner): string {
  const ofClient = clientId === undefined ? '' : ` AND "clientId" ${clientId === null ? 'IS NULL' : '= $2'}`
  const whose = `${verified ? 'verified' : 'NOT verified'}${ofClient}`
  const largest = `(SELECT network FROM trace WHERE ${whose} GROUP BY network ORDER BY sum(size) DESC LIMIT 1)`
  return `SELECT id FROM trace WHERE ${whose}${verified ? '' : ` AND network = ${largest}`} ORDER BY "startedAt", id LIMIT $1`
}

const FORGET = [
  'DELETE FROM trace_step WHERE key IN (SELECT unnest($1::text[]) UNION ALL SELECT key FROM trace_link WHERE id = ANY($1))',
  'DELETE FROM trace_link WHERE id = ANY($1::text[])',
  'DELETE FROM trace WHERE id = ANY($1::text[])',
]

/** Returns a function to call after traces of some owners were written. */
export function traceRoom(tx: Run, bounds: TraceBounds): (grown: readonly TraceOwner[]) => Promise<void> {
  const excessive = async (owners: readonly TraceOwner[]): Promise<readonly TraceOwner[]> => {
    const volumes = await tx<Volume>(VOLUMES, [owners.map(({ verified }) => verified), owners.map(ownerName)])
    return owners.filter((owner) => {
      const volume = volumes.find((one) => one.verified === owner.verified && one.owner === ownerName(owner))
      return volume && isTooMuch(owner, volume, bounds)
    })
  }
  return async (grown) => {
    for (let owners = grown; owners.length > 0; ) {
      owners = await excessive(owners)
      for (const owner of owners) {
        const values = typeof owner.clientId === 'string' ? [SURPLUS, owner.clientId] : [SURPLUS]
        const ids = (await tx<{ readonly id: string }>(oldest(owner), values)).map(({ id }) => id)
        for (const text of FORGET) await tx(text, [ids])
      }
    }
  }
}
