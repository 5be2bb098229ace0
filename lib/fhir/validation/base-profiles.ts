// The definitions of R4 itself as profiles: every resource is checked against that of its own type, whether or not it
// claims it, and can claim that of no other (FHIR R4 resource.html#Meta.profile).
import { isObject } from '../../json.ts'
import { problemOf } from './finding.ts'
import { itemsOf, type ParsedResource, type Problem } from './problem.ts'
import { inherits, isType } from './r4-rules.ts'

const DEFINITION = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/([A-Za-z0-9]+)(?:\|4\.0(?:\.1)?)?$/

/** The type whose definition in R4 a canonical names; undefined for any other profile. */
export function definedType(profile: unknown): string | undefined {
  const type = typeof profile === 'string' ? DEFINITION.exec(profile)?.[1] : undefined
  return type !== undefined && isType(type) ? type : undefined
}

/** The definitions of other types that a resource claims. Each is a 422. */
export function baseProfileProblems(resource: ParsedResource): readonly Problem[] {
  const { meta, resourceType } = resource
  return itemsOf(isObject(meta) ? meta['profile'] : undefined).flatMap((profile, index) => {
    const type = definedType(profile)
    return type === undefined || inherits(resourceType, type)
      ? []
      : [
          problemOf(422, resource, {
            place: ['meta', 'profile', index],
            code: 'value',
            reason: `is the definition of ${type}, but this is a ${resourceType}`,
          }),
        ]
  })
}
