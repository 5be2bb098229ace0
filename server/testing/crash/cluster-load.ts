// The load on a cluster until something of it is killed, and what must hold when it is back.
import { expect } from 'vitest'
import type { Domain } from '../../domain/domain.ts'
import { eventsOf } from '../audit.ts'
import type { Cluster } from '../cluster.ts'
import { assertion, bearer } from '../launch-over-http.ts'
import { lookingAtPostgres } from '../looking.ts'
import { WRITING_SCOPE } from '../writing-app.ts'
import { type Acknowledged, newAcknowledged, newRound, type Round } from './acknowledged.ts'
import { underLoad } from './load.ts'
import { chanceOf } from './random.ts'
import { noneTried, replayed } from './replays.ts'
import type { LoadedSite } from './site.ts'

/** What was told until a kill, and what was used. */
interface Told {
  readonly known: Acknowledged
  readonly round: Round
}

/**
 * Keeps a domain busy while `work` is done, which can wait for more answers; then until `end` is done, within which an answer may be
 * missing.
 */
export async function loadedWhile(
  site: LoadedSite,
  seed: number,
  work: (more: (answers: number) => Promise<void>) => Promise<void>,
  end: () => Promise<void> | void = () => undefined,
): Promise<Told> {
  const [known, round] = [newAcknowledged(), newRound()]
  let [answers, goesOn] = [0, true]
  const answered = () => {
    answers += 1
  }
  const load = underLoad({ site, chance: chanceOf(seed), known, round, goesOn: () => goesOn, answered })
  try {
    await work((more) => expect.poll(() => answers).toBeGreaterThan(answers + more))
  } finally {
    goesOn = false
  }
  await end()
  await load
  return { known, round }
}

/** Keeps a domain busy until there were more answers than `least`, and then until `kill` is done. */
export const loadedUntil = (
  site: LoadedSite,
  { seed, least }: { readonly seed: number; readonly least: number },
  kill: () => Promise<void> | void,
): Promise<Told> => loadedWhile(site, seed, (more) => more(least), kill)

/** All that was told is there, nothing that was used is good again, and the audit log holds. */
export async function assertKept(site: LoadedSite, { domain }: Cluster, { known, round }: Told): Promise<void> {
  expect(await replayed(site, round, known, noneTried())).toEqual([])
  expect(known.violations).toEqual([])
  expect(await missing(site, known.written)).toEqual([])
  expect(await unrecorded(domain, known.answeredTokens)).toEqual([])
  expect((await domain.audit.verify()).problems).toEqual([])
}

/** A token that writes. */
export async function writing(site: LoadedSite): Promise<string> {
  const answer = await bearer(site.publicUrl, await assertion(site, site.writer), {}, WRITING_SCOPE)
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

/** Which of some versions cannot be read. */
async function missing(site: LoadedSite, versions: ReadonlySet<string>): Promise<readonly string[]> {
  const authorization = `Bearer ${await writing(site)}`
  const gone: string[] = []
  for (const version of versions) {
    const { status } = await fetch(`${site.publicUrl}/fhir/${version}`, { headers: { authorization } })
    if (status !== 200 && status !== 410) gone.push(`${version}: ${status}`)
  }
  return gone
}

/** Which of some requests have no event, but for as many as the log itself reports as missing (docs/decisions/0009-audit.md). */
async function unrecorded({ config }: Domain, requests: ReadonlySet<string>): Promise<readonly string[]> {
  const storage = { durable: async () => undefined } // Nothing waits for events of this process, which may be in a history of before.
  const events = await eventsOf({ storage, sql: lookingAtPostgres(config.postgresUrl ?? '') })
  const recorded = new Set(events.flatMap(({ extension }) => extension.map(({ valueId }) => valueId)))
  const told = events.map(({ outcomeDesc }) => Number(/^recording: (\d+) events? before/.exec(outcomeDesc)?.[1] ?? 0))
  const gone = [...requests].filter((id) => !recorded.has(id))
  return gone.length > told.reduce((sum, count) => sum + count, 0) ? gone : []
}
