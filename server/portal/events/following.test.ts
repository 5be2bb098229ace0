import { describe, expect, it } from 'vitest'
import type { PortalTaskNews } from '#lib/api/portal.ts'
import { extensionReference, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import { MOST_OF_PERSON } from '#lib/http/open-streams.ts'
import { type EventReader, eventReader } from '#server/testing/event-stream.ts'
import { countedPerTurn } from '#server/testing/turns.ts'
import { signNotification } from '../../subscriptions/signature.ts'
import { registerApp } from '../../testing/app.ts'
import { DAAN, ELS, type Json, MARIJKE, NOBODY, SITE, type Ward, ward } from '../testing/ward.ts'

const NOTIFIED = `${SITE}/portal/api/notified`
const WEEK_1 = 'Task/sleep-diary-week-1'
const WEEK_2 = 'Task/sleep-diary-week-2'
const IN_PROGRESS = [{ op: 'replace', path: '/status', value: 'in-progress' }]

const begin = ({ app }: Ward, headers: Readonly<Record<string, string>> = {}) =>
  app('PATCH', WEEK_1, IN_PROGRESS, { 'if-match': 'W/"1"', ...headers })

const next = async (events: EventReader): Promise<PortalTaskNews> => {
  const { event, data } = (await events.next()) ?? {}
  expect(event).toBe('task')
  return JSON.parse(data ?? '{}') as PortalTaskNews
}

/** A stream, once the Subscription of the portal is active. */
async function following(there: Ward, person: string): Promise<EventReader> {
  const events = await there.stream(person)
  await isActive(there)
  return events
}

/** Until the Subscription of the portal is active. */
async function isActive(there: Ward): Promise<void> {
  await expect.poll(() => subscriptions(there)).toHaveLength(1)
  await there.domain.peers.subscriptions.settle()
  expect(await subscriptions(there)).toMatchObject([{ status: 'active' }])
}

/** What the link to a trace leads a reader to. */
async function seenAt({ get }: Ward, person: string, trace: string | undefined) {
  const answer = await get(person, `/traces/api/${trace}`)
  const { task, traceId } = (await answer.json()) as { readonly task?: string; readonly traceId?: string }
  return [answer.status, task, traceId]
}

/** A change as by an import: no request of the API made it. */
async function changed({ domain: { resources, clock } }: Ward, [type, id]: readonly [string, string], changes: Json) {
  const stored = JSON.parse((await resources.readCurrent(type, id))?.body ?? '{}') as Json
  const parsed = { ...stored, ...changes, resourceType: type }
  await resources.write([{ type, id, text: JSON.stringify(parsed), parsed }], clock())
}

const changedByNobody = (there: Ward, id: string) => changed(there, ['Task', id], { status: 'in-progress' })

/** Those of the portal: other apps of the domain have theirs. */
const subscriptions = async ({ domain }: Ward): Promise<readonly Json[]> => {
  const ids = await domain.sql.values<string>("SELECT DISTINCT id FROM resource_version WHERE type = 'Subscription'")
  const versions = await Promise.all(ids.map((id) => domain.resources.readCurrent('Subscription', id)))
  return versions
    .map((version) => JSON.parse(version?.body ?? '{}') as Json)
    .filter((one) => extensionReference(one, RESOURCE_ORIGIN) === 'Device/demo-portal')
}

describe('the event stream of an open portal page', () => {
  it('TSK-08 tells of a task that an app changed, with the trace of that request', async () => {
    const there = await ward()
    const events = await following(there, MARIJKE)
    expect((await begin(there, { 'x-trace-id': 'trace-of-the-app' })).status).toBe(200)
    await there.domain.peers.subscriptions.settle()
    const { trace, ...news } = await next(events)
    expect(news).toEqual({ reference: WEEK_1, status: 'in-progress' })
    expect(await seenAt(there, MARIJKE, trace)).toEqual([200, WEEK_1, 'trace-of-the-app'])
  })

  it('tells of each change once, and of a new task of the portal itself', async () => {
    const there = await ward()
    const events = await following(there, DAAN)
    await begin(there)
    await there.domain.peers.subscriptions.settle()
    await there.post(DAAN, '/portal/api/tasks/give', await there.giving())
    await there.domain.peers.subscriptions.settle()
    expect(await next(events)).toMatchObject({ reference: WEEK_1, status: 'in-progress' })
    expect(await next(events)).toMatchObject({ status: 'ready' })
  })

  it('TSK-08 tells for each of several changes which trace it belongs to', async () => {
    const there = await ward()
    const events = await following(there, MARIJKE)
    await begin(there, { 'x-trace-id': 'trace-of-week-1' })
    const headers = { 'if-match': 'W/"1"', 'x-trace-id': 'trace-of-week-2' }
    await there.app('PATCH', WEEK_2, IN_PROGRESS, headers)
    await there.domain.peers.subscriptions.settle()
    const traces = [await next(events), await next(events)].map(({ trace }) => seenAt(there, MARIJKE, trace))
    expect((await Promise.all(traces)).toSorted()).toEqual([
      [200, WEEK_1, 'trace-of-week-1'],
      [200, WEEK_2, 'trace-of-week-2'],
    ])
  })

  it('TSK-08 tells it when another app sent the same X-Trace-Id before', async () => {
    const there = await ward()
    const other = await there.bearer(await registerApp(there.domain))
    const headers = { authorization: `Bearer ${other}`, 'x-trace-id': 'trace-of-the-app' }
    await there.fetch(`${SITE}/fhir/DEFAULT/Patient`, { headers })
    await there.domain.traces.flush()
    there.advance(1000)
    const events = await following(there, MARIJKE)
    await begin(there, { 'x-trace-id': 'trace-of-the-app' })
    await there.domain.peers.subscriptions.settle()
    const { trace } = await next(events)
    expect(await seenAt(there, MARIJKE, trace)).toEqual([200, WEEK_1, 'trace-of-the-app'])
  })

  it('TSK-08 names no trace for a change without one, and goes on to name those of the others', async () => {
    const there = await ward()
    const events = await following(there, MARIJKE)
    await changedByNobody(there, 'sleep-diary-week-2')
    await begin(there, { 'x-trace-id': 'trace-of-the-app' })
    await there.domain.peers.subscriptions.settle()
    const told = [await next(events), await next(events)].map(({ reference, trace }) => [reference, trace])
    expect(Object.fromEntries(told)).toEqual({ [WEEK_1]: expect.any(String), [WEEK_2]: undefined })
  })

  it('reaches every open page, at most four of them in one turn of the event loop', async () => {
    const counted = countedPerTurn()
    const viewer = async () => {
      counted.note()
      return { username: 'marijke@demo.test', name: undefined }
    }
    const there = await ward({ viewer })
    const open = async (address: number) =>
      eventReader(
        await there.fetch('/portal/api/tasks/stream', { headers: { [CLIENT_ADDRESS_HEADER]: `10.0.0.${address}` } }),
      )
    const pages: EventReader[] = []
    for (let address = 1; address <= 20; address += 1) pages.push(await open(address))
    await isActive(there)
    await begin(there)
    await there.domain.peers.subscriptions.settle()
    for (const page of pages) expect(await next(page)).toMatchObject({ reference: WEEK_1 })
    expect(counted.most()).toBeLessThanOrEqual(4)
  })

  it('does not tell of the tasks of other people', async () => {
    const there = await ward()
    const events = await following(there, ELS)
    await begin(there)
    await there.app('PATCH', 'Task/help-with-sleep-diary', IN_PROGRESS, { 'if-match': 'W/"1"' })
    await there.domain.peers.subscriptions.settle()
    expect(await next(events)).toMatchObject({ reference: 'Task/help-with-sleep-diary' })
  })

  it('ends without another event when its reader is no longer a relative of the patient', async () => {
    const there = await ward()
    const [theirs, ours] = [await following(there, ELS), await there.stream(MARIJKE)]
    await changed(there, ['RelatedPerson', 'els-jansen'], { patient: { reference: 'Patient/bram-de-boer' } })
    await changed(there, ['Task', 'sleep-diary-week-1'], { owner: undefined, status: 'in-progress' })
    await there.domain.peers.subscriptions.settle()
    expect(await next(ours)).toMatchObject({ reference: WEEK_1, status: 'in-progress' })
    expect(await theirs.next()).toBeUndefined()
  })

  it('tells a practitioner who names no patient once that tasks changed, of whomever, and nothing else', async () => {
    const there = await ward()
    const events = eventReader(await there.get(DAAN, '/portal/api/tasks/stream'))
    const theirs = await following(there, MARIJKE)
    await changedByNobody(there, 'sleep-diary-week-2')
    await changedByNobody(there, 'review-energy-check-bram')
    await begin(there)
    await there.domain.peers.subscriptions.settle()
    expect(await next(theirs)).toMatchObject({ status: 'in-progress' })
    expect(await events.next()).toMatchObject({ event: 'any', data: '{}' })
    await events.cancel()
  })

  it('SUB-12 SUB-01 is fed by one Subscription of the portal itself, however many pages are open', async () => {
    const there = await ward()
    await following(there, MARIJKE)
    await there.stream(DAAN)
    expect(await subscriptions(there)).toMatchObject([
      { criteria: 'Task?', channel: { type: 'rest-hook', endpoint: NOTIFIED } },
    ])
  })

  it('SUB-29 requests the Subscription again when somebody has switched it off', async () => {
    const there = await ward()
    const events = await following(there, MARIJKE)
    const [own] = await subscriptions(there)
    await events.cancel()
    await there.domain.resources.write(
      [
        {
          type: 'Subscription',
          id: String(own?.['id']),
          text: JSON.stringify({ ...own, status: 'off' }),
          parsed: { ...own, status: 'off' } as never,
        },
      ],
      there.now(),
    )
    await there.stream(MARIJKE)
    await expect.poll(() => subscriptions(there)).toMatchObject([{ status: 'requested' }])
  })

  it.each([
    ['nobody', NOBODY, '', 401],
    ['a patient for another one', MARIJKE, '?patient=bram-de-boer', 403],
    ['a practitioner for a patient who cannot be', DAAN, '?patient=a/b', 400],
  ])('is refused to %s', async (_, person, query, status) => {
    const { get } = await ward()
    expect((await get(person, `/portal/api/tasks/stream${query}`)).status).toBe(status)
  })

  it('has a limit for each person, and answers 429 beyond it', async () => {
    const { get } = await ward()
    const open = async () => (await get(MARIJKE, '/portal/api/tasks/stream')).status
    for (let streams = 0; streams < MOST_OF_PERSON; streams += 1) expect(await open()).toBe(200)
    expect(await open()).toBe(429)
  })

  it('ends when the process stops, and no new one begins', async () => {
    const there = await ward()
    const events = await there.stream(MARIJKE)
    there.domain.peers.portal.close()
    expect(await events.next()).toBeUndefined()
    expect((await there.get(MARIJKE, '/portal/api/tasks/stream')).status).toBe(429)
  })
})

describe('a notification for the portal', () => {
  const headersFor = async ({ domain, now }: Ward, changes: Partial<Parameters<typeof signNotification>[1]> = {}) => {
    const requestId = crypto.randomUUID()
    const signed = {
      issuer: SITE,
      endpoint: NOTIFIED,
      subscriptionId: 'own',
      requestId,
      eventId: 'e',
      number: 1,
      now: now(),
      ...changes,
    }
    return {
      'x-slipway-signature': await signNotification(domain.keys.ring('oauth'), signed),
      'x-slipway-subscription': 'Subscription/own',
      'x-slipway-event-number': '1',
      'x-request-id': requestId,
    }
  }
  const send = async ({ fetch }: Ward, headers: Readonly<Record<string, string>>) =>
    (await fetch(NOTIFIED, { method: 'POST', headers })).status

  it('SUB-18 is accepted when the domain signed it for the portal', async () => {
    const there = await ward()
    expect(await send(there, await headersFor(there))).toBe(204)
  })

  it.each([
    ['is not signed', { 'x-slipway-signature': '' }, {}],
    ['is signed for another receiver', {}, { endpoint: 'https://app.example/hook' }],
    ['is of another issuer', {}, { issuer: 'https://evil.example' }],
    ['is too old', {}, { now: 0 }],
    ['is of another Subscription than it says', { 'x-slipway-subscription': 'Subscription/other' }, {}],
    ['is a copy under another X-Request-Id', { 'x-request-id': 'copied' }, {}],
  ])('SUB-18 is refused when it %s', async (_, headers, signed) => {
    const there = await ward()
    expect(await send(there, { ...(await headersFor(there, signed)), ...headers })).toBe(401)
  })

  it('SUB-18 is refused when it carries another token of the domain as its signature', async () => {
    const there = await ward()
    const bearer = await there.bearer(await registerApp(there.domain))
    expect(await send(there, { ...(await headersFor(there)), 'x-slipway-signature': bearer })).toBe(401)
  })
})
