// Measures how writes are compared with Subscriptions: in this process, whose event loop is watched meanwhile. Requests
// could not write fast enough, so the versions are stored before, and wait in the outbox.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import type { Domain } from '#server/domain/domain.ts'
import { BENCH_APP, benchDomain } from './domain.ts'
import { type Fact, factOf } from './facts.ts'
import { freePort, serverEnv } from './processes.ts'

const EVENTS = 10_000
const SUBSCRIPTIONS = 100
const ROUNDS = 5
const NANOSECONDS = 1e6
/** The system of the identifier that decides which Subscription finds a Patient. */
const SYSTEM = 'urn:bench:matching'

/** Ten thousand writes, each found by one of a hundred Subscriptions, until the last of them is compared. */
export async function matching(): Promise<readonly Fact[]> {
  const port = await freePort()
  const bench = await benchDomain(0, (directory) => serverEnv(directory, port))
  const receiver = await startReceiver()
  try {
    await subscribe(bench.domain, receiver.origin)
    const rounds: Round[] = []
    while (rounds.length < ROUNDS) rounds.push(await round(bench.domain, rounds.length))
    const against = `${SUBSCRIPTIONS} Subscriptions`
    return [
      factOf(
        `events a second compared with ${against}`,
        rounds.map(({ perSecond }) => perSecond),
        { unit: 'a second', goal: { least: EVENTS }, note: `${EVENTS} at once, each found by one; ${ROUNDS} times` },
      ),
      factOf(
        `longest hold of the event loop while events are compared with ${against}`,
        rounds.map(({ longestMs }) => longestMs),
        { unit: 'ms', goal: { most: 20 } },
      ),
    ]
  } finally {
    await bench.domain.peers.subscriptions.close()
    receiver.close()
    await bench.close()
  }
}

/** A receiver that accepts everything. */
async function startReceiver(): Promise<{ readonly origin: string; readonly close: () => void }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** Running Subscriptions of the measured app, each to the Patients with one of the identifiers. */
async function subscribe({ registry, resources, peers }: Domain, origin: string): Promise<void> {
  const client = await registry.find(BENCH_APP)
  if (!client) throw new Error(`There is no ${BENCH_APP}`)
  await registry.saveClient({ ...client, webhookOrigins: [origin] })
  const subscriptions = Array.from({ length: SUBSCRIPTIONS }, (_, number) => ({
    resourceType: 'Subscription',
    id: `matching-${number}`,
    extension: [originOf(BENCH_APP)],
    status: 'requested',
    reason: 'The benchmark',
    criteria: `Patient?identifier=${SYSTEM}|${number}`,
    channel: { type: 'rest-hook', endpoint: `${origin}/hook` },
  }))
  await resources.write(subscriptions.map(stored), Date.now())
  await peers.subscriptions.settle()
  for (const { id } of subscriptions) {
    const { status } = JSON.parse(resources.readCurrent('Subscription', id)?.body ?? '{}')
    if (status !== 'active') throw new Error(`Subscription/${id} is ${status}`)
  }
}

interface Round {
  readonly perSecond: number
  readonly longestMs: number
}

async function round({ resources, database: { sql }, peers }: Domain, number: number): Promise<Round> {
  const newest = sql.prepare<[], number>('SELECT max(seq) FROM resource_version').pluck().get()
  const patients = Array.from({ length: EVENTS }, (_, event) => ({
    resourceType: 'Patient',
    id: `matching-${number}-${event}`,
    identifier: [{ system: SYSTEM, value: String(event % SUBSCRIPTIONS) }],
  }))
  await resources.write(patients.map(stored), Date.now())
  sql
    .prepare("INSERT INTO resource_event (seq, requestId) SELECT seq, 'bench' FROM resource_version WHERE seq > ?")
    .run(newest)
  const waiting = sql.prepare('SELECT 1 FROM resource_event LIMIT 1')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begun = performance.now()
  peers.subscriptions.start()
  peers.subscriptions.wake()
  while (waiting.get()) await wait(1)
  const seconds = (performance.now() - begun) / 1000
  delay.disable()
  return { perSecond: EVENTS / seconds, longestMs: delay.max / NANOSECONDS }
}

const stored = <Resource extends { readonly resourceType: string; readonly id: string }>(parsed: Resource) => ({
  type: parsed.resourceType,
  id: parsed.id,
  text: JSON.stringify(parsed),
  parsed,
})
