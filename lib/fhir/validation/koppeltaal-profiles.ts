// The profiles of Koppeltaal 2.0 (implementation guide 0.16.3) where they go beyond FHIR R4, in a table of our own:
// mandatory and forbidden elements, allowed reference targets, and elements with a single allowed value. Rules that do
// not fit the table are in koppeltaal-rules.ts. Codes of terminologies other than Koppeltaal's own are not checked.

/**
 * One type or backbone element per line, followed by its elements: "!" marks a mandatory one, "-" a forbidden one; ">"
 * precedes the allowed reference targets, "=" the only allowed code.
 */
const PROFILES = `
ActivityDefinition !url !title -experimental -subject[x] -date -publisher -contact -jurisdiction -purpose -usage -copyright -approvalDate -lastReviewDate -effectivePeriod -author -editor -reviewer -endorser -relatedArtifact -library -kind -profile -intent -priority -doNotPerform -timing[x] -location -product[x] -quantity -dosage -bodySite -specimenRequirement -observationRequirement -observationResultRequirement -transform -dynamicValue
AuditEvent -purposeOfEvent !entity
AuditEvent.agent !type !who>Device -altId -name -location -policy -media -purposeOfUse
AuditEvent.source observer>Device
AuditEvent.entity -detail
CareTeam !identifier !status !subject>Patient -category -encounter -reasonCode -reasonReference managingOrganization>Organization -telecom -note
Device !identifier !status !deviceName owner>Organization -definition -udiCarrier -statusReason -distinctIdentifier -manufacturer -manufactureDate -expirationDate -lotNumber -serialNumber -modelNumber -partNumber -specialization -version -property -patient -contact -location -url -note -safety -parent
Device.identifier system=http://vzvz.nl/fhir/NamingSystem/koppeltaal-client-id
Device.deviceName type=user-friendly-name
Endpoint managingOrganization>Organization -contact -period -payloadMimeType
Organization !identifier !active partOf>Organization -alias -telecom -address -contact -endpoint
Patient !identifier !active !name !gender !birthDate managingOrganization>Organization -deceased[x] -maritalStatus -multipleBirth[x] -photo -contact -communication -generalPractitioner -link
Practitioner !identifier !active !name -address -photo -qualification -communication
RelatedPerson !identifier !active patient>Patient !relationship !name !gender !birthDate -photo
Subscription
Subscription.channel !endpoint -payload
Task !identifier !for>Patient !owner>CareTeam|Patient|Practitioner|RelatedPerson partOf>Task requester>Practitioner priority=routine -instantiatesUri -basedOn -groupIdentifier -statusReason -businessStatus -focus -encounter -performerType -location -reasonCode -reasonReference -insurance -note -relevantHistory -restriction -input -output
`

/** The requirements of a profile on the elements of a resource or of one of its backbone elements. */
export interface ProfileRow {
  /** As in the table of R4: `Task`, `AuditEvent.agent`. */
  readonly type: string
  /** The member that leads to it; undefined for the resource itself. */
  readonly member: string | undefined
  readonly required: readonly string[]
  /** By their names in the definitions, such as `deceased[x]`. */
  readonly banned: ReadonlySet<string>
  readonly targets: ReadonlyMap<string, readonly string[]>
  readonly fixed: ReadonlyMap<string, string>
}

const WORD = /^(?<mark>[!-]?)(?<name>\w+(?:\[x\])?)(?:>(?<targets>[\w|]+))?(?:=(?<fixed>\S+))?$/

function rowOf(line: string): ProfileRow {
  const [type = '', ...words] = line.split(' ')
  const elements = words.map((word) => WORD.exec(word)?.groups ?? {})
  const marked = (mark: string) => elements.filter((element) => element['mark'] === mark).map(({ name = '' }) => name)
  return {
    type,
    member: type.split('.')[1],
    required: marked('!'),
    banned: new Set(marked('-')),
    targets: new Map(elements.flatMap(({ name = '', targets }) => (targets ? [[name, targets.split('|')]] : []))),
    fixed: new Map(elements.flatMap(({ name = '', fixed }) => (fixed ? [[name, fixed]] : []))),
  }
}

const ROWS = new Map<string, ProfileRow[]>()
for (const row of PROFILES.trim().split('\n').map(rowOf)) {
  const [resourceType = ''] = row.type.split('.')
  ROWS.set(resourceType, [...(ROWS.get(resourceType) ?? []), row])
}

/** The rows about a resource type; undefined for a type that Koppeltaal has no profile of. */
export const profileRows = (resourceType: string): readonly ProfileRow[] | undefined => ROWS.get(resourceType)

/** The canonical of the profile of a resource type. */
export const profileOf = (resourceType: string): string =>
  `http://koppeltaal.nl/fhir/StructureDefinition/KT2${resourceType}`

/** The resource types that have a profile. */
export const PROFILED_TYPES: readonly string[] = [...ROWS.keys()]
