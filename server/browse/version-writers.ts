// The writers of a resource's versions, from the audit log: each write that made a version left an event that names it.
import type { BrowseWriter } from '#lib/api/browse.ts'
import { type AuditEventName, DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { deviceName } from '#lib/fhir/display-name.ts'
import { TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { formatReference, parseReference, type Reference } from '#lib/fhir/reference.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { ResourceStore, Search } from '../fhir/store.ts'

/** The newest writes examined. */
const MOST_WRITES = 200
/** The number of a record's first version. */
const FIRST = 1

/** The parts of an AuditEvent that are read here. */
interface WriteEvent {
  readonly extension?: readonly { readonly url: string; readonly valueId?: string }[]
  readonly subtype?: readonly { readonly code?: string }[]
  readonly outcomeDesc?: string
  readonly agent?: readonly {
    readonly who?: { readonly reference?: string; readonly identifier?: { readonly value?: string } }
  }[]
  readonly entity?: readonly { readonly what?: { readonly reference?: string } }[]
}

/** A request that made a version of a resource. */
interface Write {
  readonly version: number
  /** The sender's Device, such as Device/my-app. */
  readonly device: string
  /** Its X-Trace-Id, if it had one. */
  readonly traceId: string | undefined
}

/** The requests that wrote a resource's newest versions; none for imported versions. */
export async function writesOf(
  resources: Pick<ResourceStore, 'search'>,
  resource: Reference,
): Promise<readonly Write[]> {
  const reference = formatReference(resource)
  return (await eventsOf(resources, reference, 'write')).flatMap((event) => writesIn(event, reference))
}

interface VersionWritersDeps {
  readonly resources: Pick<ResourceStore, 'search' | 'readCurrent' | 'readVersion'>
  /** The registered applications, by client_id. */
  readonly clients: { readonly find: (clientId: string) => Promise<{ readonly name: string } | undefined> }
  /** The name of the account with a user name; undefined when it is gone. */
  readonly personNamed: (username: string) => Promise<string | undefined>
  /** The trace of an application's requests with an X-Trace-Id. */
  readonly traceOf: (clientId: string, traceId: string) => string
  /** True for a version of a record that says what the domain began with. */
  readonly isBeginning: (record: Reference, version: string) => boolean
}

/**
 * The writers of a resource's newest versions, with the names of their apps in a language; none for imported versions, and the
 * domain for what it began with.
 */
export const versionWriters =
  ({ resources, clients, personNamed, traceOf, isBeginning }: VersionWritersDeps) =>
  async (resource: Reference, language: Language): Promise<readonly BrowseWriter[]> => {
    const writes = await writesOf(resources, resource)
    const apps = new Map<string, Pick<BrowseWriter, 'name' | 'isRecord'>>()
    for (const { device } of writes) if (!apps.has(device)) apps.set(device, await appOf(device))
    const people = await peopleOf(resource)
    const written = writes.map(({ version, device, traceId }) => {
      const person = people.get(`${device} ${traceId}`)
      return {
        version,
        device,
        // An X-Trace-Id is chosen by the application; another application may use the same.
        ...(traceId === undefined ? {} : { trace: traceOf(parseReference(device)?.id ?? '', traceId) }),
        ...apps.get(device),
        ...(person === undefined ? {} : { person }),
      }
    })
    const isFirstKnown = writes.some(({ version }) => version === FIRST)
    if (isFirstKnown || !(await isFromStart(resource))) return written
    const domain = `Device/${DOMAIN_DEVICE}`
    return [...written, { version: FIRST, device: domain, ...(await appOf(domain)), atStart: true }]

    /** Who changed it through an application of the domain, by that application's Device and the trace that both events have. */
    async function peopleOf(changed: Reference): Promise<ReadonlyMap<string, string>> {
      const events = await eventsOf(resources, formatReference(changed), 'change')
      const found = events.map(async ({ extension, agent = [] }): Promise<readonly [string, string][]> => {
        const traceId = traceIdIn(extension)
        const username = agent.map(({ who }) => who?.identifier?.value).find((value) => value !== undefined)
        if (traceId === undefined || username === undefined) return []
        return [[`${deviceIn(agent)} ${traceId}`, (await personNamed(username)) ?? username]]
      })
      return new Map((await Promise.all(found)).flat())
    }

    /** True when the first version is what the domain begins with. */
    async function isFromStart({ type, id }: Reference): Promise<boolean> {
      const body = (await resources.readVersion(type, id, FIRST))?.body
      return body !== undefined && isBeginning({ type, id }, body)
    }

    /** What an app is called. The domain's console has no Device, because it is the origin of no resource. */
    async function appOf(device: string): Promise<Pick<BrowseWriter, 'name' | 'isRecord'>> {
      const id = parseReference(device)?.id ?? ''
      const body = (await resources.readCurrent('Device', id))?.body
      const record = body === undefined ? undefined : (JSON.parse(body) as FhirResource)
      const name = (record && deviceName(inLanguage(record, language))) ?? (await clients.find(id))?.name
      return { ...(name === undefined ? {} : { name }), ...(record && { isRecord: true }) }
    }
  }

/** The newest successful events of that name about a record. */
async function eventsOf(
  resources: Pick<ResourceStore, 'search'>,
  reference: string,
  name: AuditEventName,
): Promise<readonly WriteEvent[]> {
  const search: Search = {
    type: 'AuditEvent',
    conditions: [
      { param: 'entity', alternatives: [{ system: '', value: reference }] },
      { param: 'subtype', alternatives: [{ value: name }] },
      { param: 'outcome', alternatives: [{ value: '0' }] },
    ],
    visibility: { origins: [DOMAIN_DEVICE] },
    sort: '-_lastUpdated',
  }
  const { matches } = await resources.search({ search, limit: MOST_WRITES, mostCounted: 0 })
  return matches.flatMap(({ body }) => (body === undefined ? [] : (JSON.parse(body) as WriteEvent)))
}

const traceIdIn = (extension: WriteEvent['extension'] = []): string | undefined =>
  extension.find(({ url }) => url === TRACE_ID)?.valueId

const deviceIn = (agent: NonNullable<WriteEvent['agent']>): string | undefined =>
  agent.map(({ who }) => who?.reference).find((who) => parseReference(who)?.type === 'Device')

/** A write without a change names the existing version, and says so after a comma. */
function writesIn(event: WriteEvent, reference: string): readonly Write[] {
  const { extension, subtype = [], outcomeDesc, agent = [], entity = [] } = event
  const device = deviceIn(agent)
  if (device === undefined || outcomeDesc !== `fhir: ${subtype[0]?.code}`) return []
  const traceId = traceIdIn(extension)
  return entity.flatMap(({ what }) => {
    const [of, version] = (what?.reference ?? '').split('/_history/')
    return of === reference && version !== undefined ? [{ version: Number(version), device, traceId }] : []
  })
}
