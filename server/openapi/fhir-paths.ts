// The FHIR API under both bases: the content of the CapabilityStatement in OpenAPI.
import type { Operation, Parameter, PathItem, Schema } from '#lib/api/openapi.ts'
import { searchParameters } from '#lib/fhir/search-parameters.ts'
import type { OpenapiDeps } from './deps.ts'
import {
  atTheBase,
  ofResource,
  ofType,
  validateAtBase,
  validateOfResource,
  validateOfType,
} from './fhir-write-paths.ts'
import { document } from './oauth-paths.ts'
import { BEARER, empty, fhir, form, inPath, json, OPEN, outcome, query, text } from './parts.ts'

const BASES = { '/fhir/DEFAULT': '', '/fhir': 'AtFhir' } as const
const TAGS = ['FHIR API']

const ID: Schema = { type: 'string', pattern: '^[A-Za-z0-9.-]{1,64}$' }
const PATIENT = { resourceType: 'Patient', id: 'marijke-jansen', name: [{ family: 'Jansen', given: ['Marijke'] }] }

const FORMAT = [
  query('_format', 'json, or a JSON media type; wins over Accept.'),
  query('_pretty', 'true for a body that people can read.', { schema: { type: 'string', enum: ['true', 'false'] } }),
]
const DETAIL = [
  query('_summary', 'true, text, data or false; of a search also count.'),
  query('_elements', 'The elements that are wanted, comma separated.'),
]

const SEARCH_RESULT: readonly Parameter[] = [
  query('_count', 'Matches to a page: 40 unless told, at most 200; 0 counts only.', { example: '10' }),
  query('_sort', '_lastUpdated or _id; with a minus the other way round.'),
  query('_total', 'none, estimate or accurate.'),
]

const HISTORY: readonly Parameter[] = [
  query('_since', 'Only versions made at this instant or later.', { example: '2026-01-01T00:00:00Z' }),
  query('_at', 'Only versions that were current at some time in this date or instant.'),
  query('_count', 'Versions to a page: 40 unless told, at most 200; 0 counts only.', { example: '10' }),
]

const PAGING: readonly Parameter[] = [
  query('_getpages', 'Names the search or history whose pages these are; from a link of a Bundle.'),
  query('_getpagesoffset', 'The place in it.'),
  query('_count', 'Entries to a page.'),
]

/** A row for each parameter of any served type, with the types that know it. */
function searchRows({ resourceTypes }: OpenapiDeps): readonly Parameter[] {
  const rows = new Map<string, { readonly documentation: string; readonly types: string[] }>()
  for (const type of resourceTypes)
    for (const { name, documentation } of searchParameters(type)) {
      const row = rows.get(name) ?? { documentation, types: [] }
      row.types.push(type)
      rows.set(name, row)
    }
  const own = [...rows].map(([name, { documentation, types }]) =>
    query(name, types.length === resourceTypes.length ? documentation : `${documentation} For ${types.join(', ')}.`),
  )
  return [
    query('_id', 'Logical ids, comma separated.'),
    query('_lastUpdated', 'When it last changed: a date with a prefix such as ge.', { example: 'ge2026-01-01' }),
    ...own,
  ]
}

const refusals: Operation['responses'] = {
  400: outcome('A parameter or the path is not valid.'),
  401: outcome('No token, or none that counts; see WWW-Authenticate.'),
  403: outcome('The token, or the role of the application, does not allow it.'),
  404: outcome('There is no such type or resource, or not for this application.'),
  406: outcome('A representation other than JSON was asked for.'),
  429: outcome('Too many requests; see Retry-After.'),
  500: outcome('A fault of ours.'),
  503: outcome('The server is busy; see Retry-After.'),
}

const read = (operationId: string, summary: string, parameters: readonly Parameter[]): Operation => ({
  operationId,
  tags: TAGS,
  summary,
  security: BEARER,
  parameters: [...parameters, ...DETAIL, ...FORMAT],
  responses: {
    200: fhir('The resource.', 'Resource', PATIENT),
    304: empty('Unchanged since If-None-Match or If-Modified-Since.'),
    ...refusals,
    410: outcome('The resource, or this version of it, is deleted.'),
  },
})

const search = (
  operationId: string,
  summary: string,
  parameters: readonly Parameter[],
  schema = 'Bundle',
): Operation => ({
  operationId,
  tags: TAGS,
  summary,
  security: BEARER,
  parameters: [...parameters, ...FORMAT],
  responses: {
    200: fhir('A page of matches; follow link next.', schema),
    ...refusals,
    410: outcome('The search is not known any more; search again.'),
  },
})

const history = (operationId: string, summary: string, parameters: readonly Parameter[]): Operation => ({
  operationId,
  tags: TAGS,
  summary,
  description:
    'Each entry has the interaction that made the version, deletions included. The pages stay what they were when the first was read.',
  security: BEARER,
  parameters: [...parameters, ...HISTORY, ...DETAIL, ...FORMAT],
  responses: {
    200: fhir('A page of versions, the newest first; follow link next.', 'History'),
    ...refusals,
    410: outcome('The history is not known any more; ask again.'),
  },
})

const openDocument = (operationId: string, summary: string): Operation => ({
  operationId,
  tags: ['Discovery'],
  summary,
  security: OPEN,
  parameters: FORMAT,
  responses: {
    200: fhir('The document.', 'CapabilityStatement'),
    304: empty('Unchanged since the ETag of If-None-Match.'),
    400: outcome('A parameter is not valid.'),
    406: outcome('A representation other than JSON was asked for.'),
  },
})

function atBase(base: string, suffix: string, deps: OpenapiDeps): Readonly<Record<string, PathItem>> {
  const type = inPath('type', 'A served resource type.', { type: 'string', enum: deps.resourceTypes }, 'Patient')
  const id = inPath('id', 'The logical id.', ID, 'marijke-jansen')
  const vid = inPath('vid', 'The version id.', ID, '1')
  const rows = [...searchRows(deps), ...SEARCH_RESULT, ...DETAIL]
  return {
    [`${base}/metadata`]: { get: openDocument(`metadata${suffix}`, 'CapabilityStatement') },
    [`${base}/.well-known/smart-configuration`]: document(
      `smartConfiguration${suffix}`,
      'Discovery',
      'SMART configuration',
      'SmartConfiguration',
    ),
    [`${base}/{type}`]: {
      get: search(`search${suffix}`, 'List and search a type', [type, ...rows]),
      ...ofType(suffix, [type]),
    },
    [`${base}/{type}/_search`]: {
      get: search(`searchByGet${suffix}`, 'Search a type', [type, ...rows]),
      post: {
        ...search(`searchByPost${suffix}`, 'Search a type by a form', [type]),
        requestBody: {
          ...form(Object.fromEntries(rows.map(({ name, description }) => [name, { ...text, description }])), [], {
            _count: '10',
          }),
          required: false,
        },
        responses: {
          ...search('', '', []).responses,
          413: outcome('The form is too large.'),
          415: outcome('The body is no form.'),
        },
      },
    },
    [`${base}/$validate`]: validateAtBase(suffix),
    [`${base}/{type}/$validate`]: validateOfType(suffix, [type]),
    [`${base}/{type}/_history`]: {
      get: history(`historyType${suffix}`, 'The versions of all resources of a type', [type]),
    },
    [`${base}/{type}/{id}`]: {
      get: read(`read${suffix}`, 'Read a resource', [type, id]),
      ...ofResource(suffix, [type, id]),
    },
    [`${base}/{type}/{id}/$validate`]: validateOfResource(suffix, [type, id]),
    [`${base}/{type}/{id}/_history`]: {
      get: history(`historyInstance${suffix}`, 'The versions of a resource', [type, id]),
    },
    [`${base}/{type}/{id}/_history/{vid}`]: {
      get: read(`vread${suffix}`, 'Read a version of a resource', [type, id, vid]),
    },
    [base]: {
      get: search(`page${suffix}`, 'A further page of a search or a history', PAGING, 'Page'),
      ...atTheBase(suffix),
    },
  }
}

const metadataOfResource = (operationId: string, base: string): PathItem => ({
  get: {
    operationId,
    tags: ['Discovery'],
    summary: `RFC 9728 metadata of ${base}`,
    security: OPEN,
    responses: {
      200: json('The document.', 'ProtectedResourceMetadata'),
      304: empty('Unchanged since the ETag of If-None-Match.'),
    },
  },
})

export const fhirPaths = (deps: OpenapiDeps): Readonly<Record<string, PathItem>> => ({
  ...Object.assign({}, ...Object.entries(BASES).map(([base, suffix]) => atBase(base, suffix, deps))),
  '/metadata': { get: openDocument('metadataAtBaseUrl', 'CapabilityStatement, at the base address itself') },
  '/.well-known/smart-configuration': document(
    'smartConfigurationAtBaseUrl',
    'Discovery',
    'SMART configuration, at the base address itself',
    'SmartConfiguration',
  ),
  '/.well-known/oauth-protected-resource/fhir': metadataOfResource('protectedResourceAtFhir', '/fhir'),
  '/.well-known/oauth-protected-resource/fhir/DEFAULT': metadataOfResource('protectedResource', '/fhir/DEFAULT'),
})
