// What only PostgreSQL has: a number that was drawn early becomes visible late.
import { describe, expect, it } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { WrittenBy } from '#server/fhir/store.ts'
import type { SubscriptionState } from '#server/subscriptions/store.ts'
import { append, nextVersion } from '../resources/append.ts'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'
import { subscriptionStore } from './subscriptions.ts'

const NOW = Date.UTC(2026, 3, 1)
const BY: WrittenBy = { requestId: 'r', correlationId: undefined, traceId: 't', clientId: 'c' }

const version = (type: string, id: string) => {
  const parsed = { resourceType: type, id, status: 'active' }
  return nextVersion(prepareResource({ type, id, text: JSON.stringify(parsed), parsed }), undefined, NOW, BY)
}

const STATE: Omit<SubscriptionState, 'id'> = {
  ...{ versionId: 1, phase: 'running', number: 0, done: 0, sendingTo: undefined, eventId: 'e', by: undefined },
  ...{ attempts: 0, failures: 0, failingSince: undefined, nextAt: NOW },
  ...{ lastFailure: undefined, lastFailureAt: undefined, lastSuccessAt: undefined },
}

describe.each(['Task', 'Subscription'])('a version of a %s that is committed after one of a higher number', (type) => {
  it('SUB-31 is compared and seen, although the later one was before', async () => {
    const { run, transaction } = await temporaryPostgres()
    const store = subscriptionStore({ run, transaction })
    await store.lease('one', NOW, NOW + 1)
    const seen: string[][] = []
    const look = async () => {
      const [written, unseen] = [await store.written(10), await store.unseen(10)]
      seen.push([...written, ...unseen].map(({ id }) => id))
      await store.save('one', {
        states: unseen.map(({ id }) => ({ ...STATE, id })),
        compared: written.map(({ seq }) => seq),
        seenUpTo: unseen.at(-1)?.seq ?? 0,
      })
    }
    await transaction(async (tx) => {
      await append(tx, [version(type, 'early')])
      await transaction((other) => append(other, [version(type, 'late')]))
      await look()
      await look()
    })
    await look()
    await look()
    const times = type === 'Task' ? 1 : 2 // A Subscription is written, too, and compared with the criteria of others.
    expect(seen).toEqual([Array(times).fill('late'), [], Array(times).fill('early'), []])
  })
})
