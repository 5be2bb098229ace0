// The FHIR API under both bases: the content of the CapabilityStatement in OpenAPI.
import type { Parameter, Schema } from '#lib/api/openapi.ts'
import { searchParameters } from '#lib/fhir/search/parameters.ts'
import type { OpenapiDeps } from './deps.ts'
import { writes } from './fhir-write-paths.ts'
import {
  type Answers,
  BEARER,
  CHALLENGE,
  document,
  empty,
  fhir,
  form,
  header,
  inPath,
  OPEN,
  oneOf,
  op,
  outcome,
  type Paths,
  pathsOf,
  query,
  type Row,
  text,
  UNCHANGED,
} from './parts.ts'

const WHOLE: Schema = { type: 'integer', minimum: 0 }
const PAGE_SIZE: Schema = { ...WHOLE, default: 40 }
const ID: Schema = { type: 'string', pattern: '^[A-Za-z0-9.-]{1,64}$' }
const PATIENT = { resourceType: 'Patient', id: 'marijke-jansen', name: [{ family: 'Jansen', given: ['Marijke'] }] }

const FORMAT = [
  query('_format', 'A name of JSON; wins over Accept.', {
    schema: oneOf('json', 'application/fhir+json', 'application/json', 'text/json'),
  }),
  query('_pretty', 'true for a body that people can read.', { schema: oneOf('true', 'false') }),
]

const detail = (...summaries: readonly string[]): readonly Parameter[] => [
  query('_summary', 'The part that is wanted of each resource.', {
    schema: oneOf('true', 'text', 'data', 'false', ...summaries),
  }),
  query('_elements', 'The elements that are wanted, comma separated.'),
]
const DETAIL = detail()
const SEARCH_DETAIL = detail('count')

const SEARCH_RESULT: readonly Parameter[] = [
  query('_count', 'Matches to a page: 40 unless told, at most 200; 0 counts only.', { schema: PAGE_SIZE }),
  query(
    '_sort',
    'Up to four search parameters of the type, and _lastUpdated or _id behind them; a minus for the other way round.',
    { example: '-_lastUpdated' },
  ),
  query('_total', 'Whether to count the matches.', { schema: oneOf('none', 'estimate', 'accurate') }),
]

const HISTORY: readonly Parameter[] = [
  query('_since', 'Only versions made at this instant or later.', { example: '2026-01-01T00:00:00Z' }),
  query('_at', 'Only versions that were current at some time in this date or instant.'),
  query('_count', 'Versions to a page: 40 unless told, at most 200; 0 counts only.', { schema: PAGE_SIZE }),
]

const PAGING: readonly Parameter[] = [
  query('_getpages', 'Names the search or history whose pages these are; from a link of a Bundle.'),
  query('_getpagesoffset', 'The place in it.', { schema: WHOLE }),
  query('_count', 'Entries to a page.', { schema: WHOLE }),
]

/** A row for each parameter of any served type, with what it is for which types. */
function searchRows({ resourceTypes }: OpenapiDeps): readonly Parameter[] {
  const rows = new Map<string, Map<string, string[]>>()
  for (const type of resourceTypes)
    for (const { name, documentation } of searchParameters(type)) {
      const row = rows.get(name) ?? new Map<string, string[]>()
      row.set(documentation, [...(row.get(documentation) ?? []), type])
      rows.set(name, row)
    }
  const describe = ([documentation, types]: readonly [string, readonly string[]]) =>
    types.length === resourceTypes.length ? documentation : `${types.join(', ')}: ${documentation}`
  const own = [...rows].map(([name, row]) => query(name, [...row].map(describe).join(' ')))
  return [
    query('_id', 'Logical ids, comma separated.'),
    query('_lastUpdated', 'When it last changed: a date with a prefix such as ge.', { example: 'ge2026-01-01' }),
    ...own,
  ]
}

const refusals: Answers = {
  400: outcome('A parameter or the path is not valid.'),
  401: outcome('No token, or none that counts.', CHALLENGE),
  403: outcome('The token, or the role of the app, does not allow it.'),
  404: outcome('There is no such type or resource, or not for this app.'),
  406: outcome('A representation other than JSON was asked for.'),
}

const VERSION = {
  ETag: header('The version, such as W/"3".', text, true),
  'Last-Modified': header('When it was made.', text, true),
}

const read = (operationId: string, summary: string, parameters: readonly Parameter[]): Row =>
  op(operationId, summary, {
    parameters: [...parameters, ...DETAIL, ...FORMAT],
    200: { ...fhir('The resource.', 'Resource', PATIENT), headers: VERSION },
    304: empty('Unchanged since If-None-Match or If-Modified-Since.'),
    ...refusals,
    410: outcome('The resource, or this version of it, is deleted.'),
  })

const search = (operationId: string, summary: string, parameters: readonly Parameter[], schema = 'Bundle'): Row =>
  op(operationId, summary, {
    parameters: [...parameters, ...FORMAT],
    200: fhir('A page of matches; follow link next.', schema),
    ...refusals,
    410: outcome('The search is not known any more; search again.'),
  })

const history = (operationId: string, summary: string, parameters: readonly Parameter[]): Row =>
  op(operationId, summary, {
    description:
      'Each entry has the interaction that made the version, deletions included. The pages stay what they were when the first was read.',
    parameters: [...parameters, ...HISTORY, ...DETAIL, ...FORMAT],
    200: fhir('A page of versions, the newest first; follow link next.', 'History'),
    ...refusals,
    410: outcome('The history is not known any more; ask again.'),
  })

const capabilities = (operationId: string, summary: string): Row =>
  op(operationId, summary, {
    parameters: FORMAT,
    200: fhir('The document.', 'CapabilityStatement'),
    304: UNCHANGED,
    400: outcome('A parameter is not valid.'),
    406: outcome('A representation other than JSON was asked for.'),
  })

const fieldsOf = (parameters: readonly Parameter[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(parameters.map(({ name, description, schema }) => [name, { ...schema, description }]))

function atBase(base: string, suffix: string, deps: OpenapiDeps): Paths {
  const type = inPath('type', 'A served resource type.', { type: 'string', enum: deps.resourceTypes }, 'Patient')
  const id = inPath('id', 'The logical id.', ID, 'marijke-jansen')
  const vid = inPath('vid', 'The version id.', ID, '1')
  const rows = [...searchRows(deps), ...SEARCH_RESULT, ...SEARCH_DETAIL]
  const [ofType, ofResource] = [`${base}/{type}`, `${base}/{type}/{id}`]
  return pathsOf('FHIR API', BEARER, {
    [`GET ${ofType}`]: search(`search${suffix}`, 'List and search a type', [type, ...rows]),
    [`GET ${ofType}/_search`]: search(`searchByGet${suffix}`, 'Search a type', [type, ...rows]),
    [`POST ${ofType}/_search`]: {
      ...search(`searchByPost${suffix}`, 'Search a type by a form', [type]),
      requestBody: { ...form(fieldsOf(rows), [], { _count: 10 }), required: false },
      415: outcome('The body is no form.'),
    },
    [`GET ${ofType}/_history`]: history(`historyType${suffix}`, 'The versions of all resources of a type', [type]),
    [`GET ${ofResource}`]: read(`read${suffix}`, 'Read a resource', [type, id]),
    [`GET ${ofResource}/_history`]: history(`historyInstance${suffix}`, 'The versions of a resource', [type, id]),
    [`GET ${ofResource}/_history/{vid}`]: read(`vread${suffix}`, 'Read a version of a resource', [type, id, vid]),
    [`GET ${base}`]: search(`page${suffix}`, 'A further page of a search or a history', PAGING, 'Page'),
    ...writes(base, suffix, [type], [type, id]),
  })
}

const metadataOfResource = (operationId: string, base: string): Row =>
  document(operationId, `RFC 9728 metadata of ${base}`, 'ProtectedResourceMetadata')

function smartConfiguration(suffix: string, where = ''): Row {
  const row = document(`smartConfiguration${suffix}`, `SMART configuration${where}`, 'SmartConfiguration')
  return { ...row, 400: outcome('The query cannot be read.') }
}

const DISCOVERY = pathsOf('Discovery', OPEN, {
  'GET /fhir/DEFAULT/metadata': capabilities('metadata', 'CapabilityStatement'),
  'GET /fhir/DEFAULT/.well-known/smart-configuration': smartConfiguration(''),
  'GET /fhir/metadata': capabilities('metadataAtFhir', 'CapabilityStatement'),
  'GET /fhir/.well-known/smart-configuration': smartConfiguration('AtFhir'),
  'GET /metadata': capabilities('metadataAtBaseUrl', 'CapabilityStatement, at the base address itself'),
  'GET /.well-known/smart-configuration': smartConfiguration('AtBaseUrl', ', at the base address itself'),
  'GET /.well-known/oauth-protected-resource/fhir': metadataOfResource('protectedResourceAtFhir', '/fhir'),
  'GET /.well-known/oauth-protected-resource/fhir/DEFAULT': metadataOfResource('protectedResource', '/fhir/DEFAULT'),
})

export const fhirPaths = (deps: OpenapiDeps): Paths => ({
  ...atBase('/fhir/DEFAULT', '', deps),
  ...atBase('/fhir', 'AtFhir', deps),
  ...DISCOVERY,
})
