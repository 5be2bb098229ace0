// Every operation of /openapi.json under malformed and hostile requests, over a socket.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenApi } from '#lib/api/openapi.ts'
import { operationsOf } from '#server/openapi/testing/described.ts'
import { faultsOf } from './answers.ts'
import { budget, limit } from './budget.ts'
import { requestsFor } from './requests.ts'
import { twoTenants } from './tenants.ts'

/** Requests of a short run, spread over all operations and callers. */
const RUNS = 300

describe('every operation of the description, under arbitrary requests', () => {
  it(
    'SEC-12 SEC-03 ERR-01 ERR-03 MET-12 answers without a fault, in the words of its protocol, and with nothing of another tenant',
    async () => {
      const { running, wire, callers } = await twoTenants()
      const description = (await (await fetch(`${running.url}/openapi.json`)).json()) as OpenApi
      const requests = operationsOf(description)
        .filter(({ path, method }) => !(path === '/launch' && method === 'get')) // Without a launch, a page of Next's.
        .map(requestsFor)
      expect(requests.length).toBeGreaterThan(60)
      const caller = fc.constantFrom(...(Object.keys(callers) as (keyof typeof callers)[]))
      await fc.assert(
        fc.asyncProperty(caller, fc.oneof(...requests), async (who, asked) => {
          const request = { ...asked, headers: { host: 'localhost', ...callers[who], ...asked.headers } }
          const judged = { origin: running.url, seesAll: who === 'admin' }
          expect(faultsOf(judged, request, await wire.send(request))).toEqual([])
        }),
        budget(RUNS, 6),
      )
    },
    limit(6),
  )
})
