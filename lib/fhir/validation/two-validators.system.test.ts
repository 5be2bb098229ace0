// Our validation beside that of two others: Medplum's, and the official JSON schema with the validator of the fhir package. What these
// two say of the same resources differs a good deal from each other; what either refuses, we refuse.
import { describe, expect, it } from 'vitest'
import { r4Problems } from '#server/testing/r4-validators.ts'
import type { ParsedResource, Problem } from './problem.ts'
import { isResourceType } from './r4-rules.ts'
import { readResource } from './read-resource.ts'
import { BROKEN, GOOD } from './testing/corpus.ts'
import { medplumProblems } from './testing/medplum.ts'
import { validate } from './validate.ts'

const judge = (parsed: ParsedResource): readonly Problem[] =>
  validate({ parsed }, { mode: 'update', profiles: 'declared' })

/** Both throw something of their own at a type that they do not know: that is a refusal, too. */
const othersRefuse = (resource: ParsedResource): boolean =>
  !hasTypes(resource) || medplumProblems(resource).length > 0 || r4Problems(resource).length > 0

const hasTypes = ({ resourceType, contained }: ParsedResource): boolean =>
  isResourceType(resourceType) &&
  (!Array.isArray(contained) || contained.every((inner: ParsedResource) => isResourceType(inner.resourceType)))

describe('our validation compared with two other validators', () => {
  it('VAL-23 accepts four hundred valid resources, as both do', () => {
    expect(new Set(GOOD.map((resource) => JSON.stringify(resource))).size).toBe(400)
    for (const resource of GOOD) {
      const name = `${resource.resourceType}/${String(resource['id'])}`
      expect(judge(readResource(JSON.stringify(resource)).parsed), name).toEqual([])
      expect([...medplumProblems(resource), ...r4Problems(resource)], name).toEqual([])
    }
  })

  it('VAL-23 refuses four hundred broken resources with 400, among them all that the others refuse', () => {
    expect(BROKEN).toHaveLength(400)
    const refusedByOthers = BROKEN.filter(([, resource]) => othersRefuse(resource)).length
    expect(refusedByOthers).toBeGreaterThan(350)
    for (const [what, resource] of BROKEN)
      expect(judge(resource)[0], `${what} in ${JSON.stringify(resource).slice(0, 300)}`).toMatchObject({ status: 400 })
  })
})
