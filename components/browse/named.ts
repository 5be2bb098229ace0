// The names of people behind the references of a list: a Task says whose it is by an id alone.
import { useQueries } from '@tanstack/react-query'
import { resourceText, WHOSE } from '#components/ui/fhir/resource-text.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { useBrowse } from './browse-context.tsx'
import { isResource, shownQuery } from './browse-queries.ts'

/** The resources, with a display in each reference to a person whose name the console may read; one search for each type. */
export function useNamed(resources: readonly FhirResource[]): readonly FhirResource[] {
  const { fhirBase } = useBrowse()
  const asked = [...idsByType(resources)]
  const answers = useQueries({
    queries: asked.map(([type, ids]) => {
      const query = new URLSearchParams({ _id: [...ids].sort().join(','), _count: String(ids.size) })
      return { ...shownQuery(`${fhirBase}/${type}?${query}`), staleTime: STALE_MS }
    }),
  })
  const names = new Map(
    asked.flatMap(([type], at) => {
      const answer = answers[at]?.data
      const people = answer && isResource(answer) ? matchesOf(answer.resource, type) : []
      return people.map((one) => [`${type}/${one['id']}`, resourceText(one)] as const)
    }),
  )
  return names.size === 0 ? resources : resources.map((resource) => withNames(resource, names))
}

/** Somebody who turns pages asks for the same names once. */
const STALE_MS = 60_000

/** Whom a name is asked of; whatever else is referred to has no name that is shorter than its id. */
const NAMED: readonly string[] = ['Patient', 'Practitioner', 'RelatedPerson', 'CareTeam', 'Organization', 'Device']

const nameless = (value: unknown): string | undefined => {
  const { reference, display } = (value ?? {}) as { readonly reference?: unknown; readonly display?: unknown }
  return typeof reference === 'string' && display === undefined ? reference : undefined
}

function idsByType(resources: readonly FhirResource[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byType = new Map<string, Set<string>>()
  for (const resource of resources)
    for (const element of WHOSE) {
      const target = parseReference(nameless(resource[element]))
      if (target && NAMED.includes(target.type))
        byType.set(target.type, (byType.get(target.type) ?? new Set()).add(target.id))
    }
  return byType
}

function withNames(resource: FhirResource, names: ReadonlyMap<string, string | undefined>): FhirResource {
  const named = WHOSE.flatMap((element) => {
    const display = names.get(nameless(resource[element]) ?? '')
    return display === undefined ? [] : [[element, { ...(resource[element] as object), display }] as const]
  })
  return { ...resource, ...Object.fromEntries(named) }
}
