// The CapabilityStatement of a base (FHIR R4 capabilitystatement.html): exactly the implemented interactions and searches.
import type { BasePath } from '#lib/fhir/bases.ts'
import { PATCH_TYPES } from '#lib/fhir/patch/media-types.ts'
import { searchDefinition } from '#lib/fhir/search/canonical.ts'
import type { DescribedParameter } from '#lib/fhir/search/parameter.ts'
import { describedParameters } from '#lib/fhir/search/parameters.ts'
import { PROFILED_TYPES, profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'
import type { FhirDeps } from '../deps.ts'

/** The day on which the capabilities last changed. */
const LAST_CHANGED = '2026-11-26'

/** On a type and on an instance (FHIR R4 resource-operation-validate.html). */
const VALIDATE = { name: 'validate', definition: 'http://hl7.org/fhir/OperationDefinition/Resource-validate' }

const OAUTH_URIS = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris'

export const capabilityStatement = (deps: FhirDeps, base: BasePath) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: LAST_CHANGED,
  kind: 'instance',
  software: { name: 'Slipway', version: deps.version },
  implementation: { description: 'FHIR API of a health-app launch domain', url: `${deps.baseUrl}${base}` },
  fhirVersion: '4.0.1',
  format: ['json', 'application/fhir+json'],
  patchFormat: [...PATCH_TYPES],
  rest: [
    {
      mode: 'server',
      security: security(deps),
      resource: deps.resourceTypes.map(resource),
      interaction: [{ code: 'transaction' }, { code: 'batch' }],
      operation: [VALIDATE],
    },
  ],
})

/** The STU1 form of the SMART endpoints, which old clients read instead of smart-configuration. */
const security = ({ authorizationServer: { authorize, token, introspect } }: FhirDeps) => ({
  extension: [
    {
      url: OAUTH_URIS,
      extension: [
        { url: 'authorize', valueUri: authorize },
        { url: 'token', valueUri: token },
        { url: 'introspect', valueUri: introspect },
      ],
    },
  ],
  cors: true,
  service: [
    {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
          code: 'SMART-on-FHIR',
          display: 'SMART-on-FHIR',
        },
      ],
      text: 'OAuth2 using SMART-on-FHIR profile (see http://docs.smarthealthit.org)',
    },
  ],
  description:
    'Every interaction needs a bearer token of SMART Backend Services: the client_credentials grant at the token endpoint, with a client assertion signed by the registered key. See .well-known/smart-configuration.',
})

const READS = ['read', 'vread', 'history-instance', 'history-type', 'search-type']
const CHANGES = ['update', 'patch', 'delete']
const KT2_TYPES: ReadonlySet<string> = new Set(PROFILED_TYPES)

/** What the elements of a CapabilityStatement cannot say (FHIR R4 binary.html#rest). */
const BINARY =
  'A read gives the bytes in the contentType of the Binary unless Accept names a format of FHIR, and in a sandbox. POST and PUT take a body of any media type but JSON and XML as the data; X-Security-Context is the securityContext.'

const resource = (type: string) => ({
  type,
  ...(type === 'Binary' ? { documentation: BINARY } : {}),
  ...(KT2_TYPES.has(type) ? { supportedProfile: [profileOf(type)] } : {}),
  interaction: [...READS, ...(type === 'AuditEvent' ? [] : CHANGES), 'create'].map((code) => ({ code })),
  versioning: 'versioned-update',
  readHistory: true,
  updateCreate: false,
  conditionalCreate: true,
  conditionalRead: 'full-support',
  conditionalUpdate: type !== 'AuditEvent',
  conditionalDelete: type === 'AuditEvent' ? 'not-supported' : 'single',
  referencePolicy: ['literal', 'logical', 'enforced', 'local'],
  operation: [VALIDATE],
  searchParam: describedParameters(type).map(searchParam(type)),
})

const searchParam =
  (resourceType: string) =>
  ({ name, type, documentation }: DescribedParameter) => {
    const definition = searchDefinition(resourceType, name)
    return { name, ...(definition === undefined ? {} : { definition }), type, documentation }
  }
