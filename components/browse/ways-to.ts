// The searches that find the records which refer to a record, one for each element that may refer to it.
import type { BrowseType } from '#lib/api/browse.ts'
import type { ServedType } from '#lib/fhir/capabilities.ts'
import { permits } from '#lib/oauth/permission-scope.ts'
import type { RecordRef } from './record-ref.ts'

/** A search on a type by a reference parameter. */
export interface WayTo {
  readonly type: string
  readonly name: string
}

/** Parameters that find one type of record only (FHIR R4 task.html#search; Koppeltaal's origin is a Device). */
const ONLY: Readonly<Record<string, string>> = {
  patient: 'Patient',
  'resource-origin': 'Device',
  ...{ organization: 'Organization', partof: 'Organization', encounter: 'Encounter', location: 'Location' },
  ...{ endpoint: 'Endpoint', instantiates: 'ActivityDefinition' },
}

/** Parameters that find what is named by its canonical URL, as no record is here. */
const CANONICAL: readonly string[] = ['composed-of', 'depends-on', 'derived-from', 'predecessor', 'successor']

/** Names for one element: the first that a type has finds what the others find. */
const SYNONYMS: readonly string[] = ['patient', 'subject', 'for']

/** The ways to a record, in the order of the types that are served. */
export const waysTo = (record: Pick<RecordRef, 'type'>, served: readonly ServedType[]): readonly WayTo[] =>
  served.flatMap(({ type, searchParameters }) => {
    if (!permits('*', type)) return [] // These pages may read all but the audit log.
    const references = searchParameters.filter((parameter) => parameter.type === 'reference').map(({ name }) => name)
    const possible = references.filter(
      (name) => (ONLY[name] ?? record.type) === record.type && !CANONICAL.includes(name),
    )
    const first = SYNONYMS.find((name) => possible.includes(name))
    return possible.filter((name) => name === first || !SYNONYMS.includes(name)).map((name) => ({ type, name }))
  })

/** The ways by types that have records. */
export function throughRecords(ways: readonly WayTo[], stored: readonly BrowseType[]): readonly WayTo[] {
  const filled = new Set(stored.flatMap((one) => (one.access === 'open' && one.total > 0 ? [one.type] : [])))
  return ways.filter(({ type }) => filled.has(type))
}
