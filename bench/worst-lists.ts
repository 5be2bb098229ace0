// Measures first pages of the costliest lists, one after the other, while Patients change: the 99th percentile
// (LIM-09).
import type { Fact } from './facts.ts'
import { quantile } from './load.ts'
import type { Bench } from './row.ts'
import { ask, bearers, get } from './rows/requests.ts'

const REQUESTS = 100
const MOST_MS = 200
/** Milliseconds between two changes, so that no two searches find the same state. */
const PAUSE_MS = 25
const QUERIES = ['_lastUpdated', '-_lastUpdated', '_id', '-_id'].map(
  (sort) => `_count=200&_sort=${sort}&_lastUpdated=ge2020-01-01&_lastUpdated=ne2020-01-02`,
)

/** Changes stored data, so it must run after everything that checks answers against it. */
export async function worstLists(bench: Bench): Promise<Fact> {
  const bearer = bearers(bench)
  const times: number[] = []
  const changing = keepChanging(bench)
  try {
    for (const query of QUERIES)
      for (let turn = 0; turn < REQUESTS; turn += 1) {
        const bytes = get(bench.slipway, `/fhir/DEFAULT/Patient?${query}`, await bearer())
        const start = performance.now()
        const { status, body } = await ask(bench.slipway, bytes)
        times.push(performance.now() - start)
        const { entry = [] } = JSON.parse(body.toString()) as { readonly entry?: readonly unknown[] }
        if (status !== 200 || entry.length !== Math.min(200, bench.domain.patients.length))
          throw new Error(`${query}: status ${status}, ${entry.length} entries`)
      }
  } finally {
    clearInterval(changing)
  }
  times.sort((one, other) => one - other)
  return {
    name: 'worst lists, 99th percentile',
    value: quantile(times, 0.99),
    unit: 'ms',
    goal: { most: MOST_MS },
    note: `median ${quantile(times, 0.5).toFixed(1)} ms, most ${quantile(times, 1).toFixed(1)} ms; ${times.length} first pages of 200, sorted in four ways, while Patients change`,
  }
}

function keepChanging({ domain: { domain, patients } }: Bench): NodeJS.Timeout {
  let turn = 0
  return setInterval(async () => {
    const id = patients[(turn * 7919) % patients.length] ?? ''
    const parsed = {
      ...JSON.parse(domain.resources.readCurrent('Patient', id)?.body ?? '{}'),
      multipleBirthInteger: turn,
    }
    delete parsed.multipleBirthBoolean
    delete parsed.meta
    await domain.resources.write([{ type: 'Patient', id, text: JSON.stringify(parsed), parsed }], Date.now())
    turn += 1
  }, PAUSE_MS)
}
