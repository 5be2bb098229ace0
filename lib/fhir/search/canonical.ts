// The SearchParameter of FHIR R4 4.0.1 (searchparameter-registry.html) that defines a parameter of a type, by its canonical URL.
import { RESOURCE_ORIGIN_PARAMETER } from './parameters.ts'
import { r4Parameters } from './r4-parameters.ts'

const R4 = 'http://hl7.org/fhir/SearchParameter/'

/** The canonical URL of the SearchParameter; undefined when R4 has none and the parameter is an addition. */
export function searchDefinition(type: string, name: string): string | undefined {
  if (name.startsWith('_')) return `${R4}Resource-${name.slice(1)}`
  if (name === RESOURCE_ORIGIN_PARAMETER) return 'http://koppeltaal.nl/fhir/SearchParameter/resource-origin-extension'
  const definition = r4Parameters(type).find((one) => one.name === name)?.definition
  return definition === undefined ? undefined : R4 + definition
}
