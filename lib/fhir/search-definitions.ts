// The SearchParameter of FHIR R4 4.0.1 (search-parameters.json) that defines a parameter of a type, by its canonical URL.

const R4 = 'http://hl7.org/fhir/SearchParameter/'

/** Types that share one definition of `identifier`. */
const SHARED_IDENTIFIER: ReadonlyMap<string, string> = new Map([
  ...`AllergyIntolerance CarePlan CareTeam Composition Condition Consent DetectedIssue DeviceRequest DiagnosticReport
  DocumentManifest DocumentReference Encounter EpisodeOfCare FamilyMemberHistory Goal ImagingStudy Immunization List
  MedicationAdministration MedicationDispense MedicationRequest MedicationStatement NutritionOrder Observation Procedure
  RiskAssessment ServiceRequest SupplyDelivery SupplyRequest VisionPrescription`
    .split(/\s+/)
    .map((type) => [type, 'clinical-identifier'] as const),
  ...'CodeSystem ConceptMap MessageDefinition StructureDefinition StructureMap ValueSet'
    .split(' ')
    .map((type) => [type, 'conformance-identifier'] as const),
])

/** Types that have an element named identifier, and no parameter of R4 to search it with. */
const WITHOUT_IDENTIFIER: ReadonlySet<string> = new Set([
  ...['AdverseEvent', 'BiologicallyDerivedProduct', 'CatalogEntry', 'MedicinalProductIngredient'],
  ...['ObservationDefinition', 'SubstanceSpecification'],
])

/** Parameters other than identifier: their definitions, by type and name. */
const DEFINED: Readonly<Record<string, readonly string[]>> = {
  'Task-patient': ['Task.patient'],
  'Task-subject': ['Task.subject'],
  'Task-owner': ['Task.owner'],
  'Task-status': ['Task.status'],
  'ActivityDefinition-url': ['ActivityDefinition.url'],
  'ActivityDefinition-status': ['ActivityDefinition.status'],
  ...Object.fromEntries(
    ['date', 'type', 'subtype', 'action', 'outcome', 'agent', 'entity', 'patient', 'address'].map((name) => [
      `AuditEvent-${name}`,
      [`AuditEvent.${name}`],
    ]),
  ),
  'Device-status': ['Device.status'],
  'Endpoint-status': ['Endpoint.status'],
  'clinical-patient': ['CareTeam.patient'],
  'CareTeam-subject': ['CareTeam.subject'],
  'RelatedPerson-patient': ['RelatedPerson.patient'],
  'Patient-name': ['Patient.name'],
  'Practitioner-name': ['Practitioner.name'],
  'RelatedPerson-name': ['RelatedPerson.name'],
  'Patient-active': ['Patient.active'],
  'Practitioner-active': ['Practitioner.active'],
  'RelatedPerson-active': ['RelatedPerson.active'],
  'individual-family': ['Patient.family', 'Practitioner.family'],
  'individual-given': ['Patient.given', 'Practitioner.given'],
  'individual-birthdate': ['Patient.birthdate', 'RelatedPerson.birthdate'],
  'individual-gender': ['Patient.gender', 'Practitioner.gender', 'RelatedPerson.gender'],
}

const BY_PARAMETER: ReadonlyMap<string, string> = new Map(
  Object.entries(DEFINED).flatMap(([id, parameters]) => parameters.map((parameter) => [parameter, id] as const)),
)

/** The canonical URL of the SearchParameter; undefined when R4 has none and the parameter is an addition. */
export function searchDefinition(type: string, name: string): string | undefined {
  if (name === '_id') return `${R4}Resource-id`
  if (name === '_lastUpdated') return `${R4}Resource-lastUpdated`
  if (name === 'resource-origin') return 'http://koppeltaal.nl/fhir/SearchParameter/resource-origin-extension'
  if (name === 'identifier')
    return WITHOUT_IDENTIFIER.has(type) ? undefined : R4 + (SHARED_IDENTIFIER.get(type) ?? `${type}-identifier`)
  const id = BY_PARAMETER.get(`${type}.${name}`)
  return id === undefined ? undefined : R4 + id
}
