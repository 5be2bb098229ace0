// Names for what traces know by id: people and tasks. Traces do not store them; they are read when a trace is looked at,
// with the rights of the reader, and what is shown is recorded in the audit log as a read.
import type { Maybe } from '#lib/async/maybe.ts'
import type { AuditedRead } from '#lib/audit/audit.ts'
import { type Clock, MINUTE } from '#lib/clock.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { isPersonType } from '#lib/fhir/person-role.ts'
import { formatReference, parseReference, type Reference } from '#lib/fhir/reference.ts'
import { isBearerRequest } from '#lib/http/bearer-request.ts'
import { type ActsFor, actsFor } from '#lib/launch/task-access.ts'
import { recentlyUsed } from '#lib/recently-used.ts'

/** A record as it is now. */
export interface NamedRecord {
  /** `Type/id/_history/version`. */
  readonly version: string
  readonly resource: Readonly<Record<string, unknown>>
}

/** What one reader may know by name. */
export interface NameReader {
  /** The name of a person, or the description of a task; undefined when there is none, or none for this reader. */
  readonly nameOf: (reference: string) => Promise<string | undefined>
  /** Records that the names of these were shown. */
  readonly shown: (references: readonly string[]) => Promise<void>
}

/** The reader behind a request; undefined when they may know nothing by name. */
export type TraceNames = (request: Request) => Promise<NameReader | undefined>

interface NameParts {
  /** User name of the sender when their account may read every record. */
  readonly readsAll: (request: Request) => Promise<string | undefined>
  /** The person whom the portal shows, as a reference. */
  readonly personOf: (request: Request) => Promise<string | undefined>
  /** True when the portal opens a task for the sender. */
  readonly opensTask: (request: Request, task: string) => Promise<boolean>
  readonly find: (reference: Reference) => Promise<NamedRecord | undefined>
  /** Records a read in the name of a person. */
  readonly read: (request: Request, read: Pick<AuditedRead, 'person' | 'shown'>) => Maybe<void>
  readonly clock: Clock
}

/** A name that the same reader was shown within this time is not recorded again: an open list is updated every second. */
const SHOWN_AGAIN_MS = 10 * MINUTE
const MOST_SHOWN = 10_000

/**
 * Whose names a reader sees: all, for accounts that may read every record; at the portal, the person's own, those of whom
 * they act for, and the tasks that the portal opens for them. A token, and a developer, see ids.
 */
export function traceNames(parts: NameParts): TraceNames {
  const told = recentlyUsed<{ readonly at: number }>(MOST_SHOWN)
  /** True the first time within SHOWN_AGAIN_MS. */
  const isNew = (username: string, version: string): boolean => {
    const key = `${username} ${version}`
    const { at = Number.NEGATIVE_INFINITY } = told.get(key) ?? {}
    const now = parts.clock()
    if (now - at < SHOWN_AGAIN_MS && now >= at) return false
    told.set(key, { at: now })
    return true
  }
  const recordOf = async (reference: string) => {
    const parsed = parseReference(reference)
    return parsed && isNamed(parsed.type) ? parts.find(parsed) : undefined
  }

  return async (request) => {
    if (isBearerRequest(request)) return undefined
    const username = await parts.readsAll(request)
    const may = username === undefined ? await atPortal(parts, request) : async () => true
    if (!may) return undefined
    return {
      nameOf: async (reference) => {
        const record = await recordOf(reference)
        return record && (await may(reference)) ? nameIn(record.resource) : undefined
      },
      shown: async (references) => {
        if (username === undefined) return // A visitor who acts as a demo person has proven no identity.
        const records = await Promise.all(references.map(recordOf))
        const shown = records.flatMap((record) => (record && isNew(username, record.version) ? record.version : []))
        if (shown.length > 0) await parts.read(request, { person: username, shown })
      },
    }
  }
}

const isNamed = (type: string): boolean => type === 'Task' || isPersonType(type)

const nameIn = (resource: NamedRecord['resource']): string | undefined => {
  const { resourceType, description } = resource
  if (resourceType !== 'Task') return humanName(resource)
  return typeof description === 'string' && description.trim() !== '' ? description.trim() : undefined
}

/** What the person at the portal may know; undefined without one. */
async function atPortal({ personOf, opensTask, find }: NameParts, request: Request) {
  const person = parseReference(await personOf(request).catch(() => undefined))
  if (!person) return undefined
  const people: ActsFor = actsFor(person, (await find(person))?.resource)
  return async (reference: string): Promise<boolean> => {
    if (parseReference(reference)?.type === 'Task') return opensTask(request, reference).catch(() => false)
    return people === 'everybody' || reference === formatReference(person) || people.includes(reference)
  }
}
