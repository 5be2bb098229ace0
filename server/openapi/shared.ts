// What an operation may answer besides what its handler decides: refusals of the server, of the rate limit and of
// overload, in the form that the table of addresses has for it; and what every JSON API of our pages refuses.
import { STATUS_CODES } from 'node:http'
import type { ApiResponse, Content, OpenApi, Operation, Reference, Responses } from '#lib/api/openapi.ts'
import type { AddressFacts } from './deps.ts'
import { header, type Paths, ref, refused, text } from './parts.ts'

type Form = 'OperationOutcome' | 'OAuthError' | 'ApiError' | 'Text' | 'Page'

const CONTENT: Readonly<Record<Form, Content>> = {
  OperationOutcome: { 'application/fhir+json': { schema: ref('OperationOutcome') } },
  OAuthError: { 'application/json': { schema: ref('OAuthError') } },
  ApiError: { 'application/json': { schema: ref('ApiError') } },
  Text: { 'text/plain': { schema: text } },
  Page: { 'text/html': { schema: text } },
}

const RETRY_AFTER = { 'Retry-After': header('Seconds to wait.', { type: 'integer' }, true) }

type Refusal = readonly [description: string, forms: readonly Form[], headers?: ApiResponse['headers']]

/** The refusals at an address by status; `isPage`: its handler answers with pages. */
function refusalsAt(facts: AddressFacts, isPage: boolean): Readonly<Record<string, Refusal>> {
  const own = ownForm(facts)
  const fault: readonly Form[] = isPage ? [own, 'Page'] : [own]
  const limit = limitForm(facts, isPage ? 'Page' : own)
  return {
    400: ['The request is ambiguous or cannot be read: a header twice, a Host that is none, a broken path.', [own]],
    ...(facts.readsBodies ? {} : { 411: ['The length of the body is not declared.', [own]] }),
    413: ['The body is too long.', [own]],
    414: ['The path with its query is too long.', [own]],
    415: ['The body has a Content-Encoding.', [own]],
    ...(facts.isLocal ? { 421: ['The Host is that of another service.', [own]] } : {}),
    ...(limit ? { 429: ['Too many requests.', [limit], RETRY_AFTER] } : {}),
    431: ['The header section is too long.', [own, 'OperationOutcome']],
    500: ['A fault of ours.', fault],
    ...(facts.traffic === 'vital'
      ? {}
      : { 503: ['The server or its storage is busy.', [...busyForms(facts, own), ...fault], RETRY_AFTER] }),
  }
}

/** The form in which the server itself refuses. */
function ownForm({ refusal, limit }: AddressFacts): Form {
  if (refusal === 'fhir') return 'OperationOutcome'
  if (refusal === 'text') return 'Text'
  return limit === 'own' ? 'OAuthError' : 'ApiError'
}

function limitForm({ limit }: AddressFacts, own: Form): Form | undefined {
  if (limit === 'document' || limit === 'probe') return undefined
  if (limit === 'own') return own
  return typeof limit === 'string' ? 'ApiError' : 'Page'
}

function busyForms({ traffic }: AddressFacts, own: Form): readonly Form[] {
  if (traffic === 'fhir') return ['OperationOutcome']
  return traffic === 'page' ? ['Page'] : [own === 'OAuthError' ? own : 'ApiError', 'Page']
}

/** What the JSON APIs of our pages refuse, where an operation does not say it better. */
function ofJsonApi({ security = [], requestBody }: Operation<Responses>, method: string): Responses {
  const isForSession = security.some((scheme) => 'session' in scheme)
  return {
    ...(requestBody ? { 400: refused('The body is not what is expected; problems says where.') } : {}),
    ...(isForSession ? { 401: refused('Nobody is signed in, or the token is not in force.') } : {}),
    ...(isForSession && method !== 'get'
      ? { 403: refused('Not for who asks, or the request does not come from a page of this site.') }
      : {}),
  }
}

const hasContent = (responses: Responses, pattern: RegExp, type: string): boolean =>
  Object.entries(responses).some(([status, { content = {} }]) => pattern.test(status) && type in content)

/** The paths with the shared responses of each operation, which are components where they stand alone. */
export function withShared(
  paths: Paths,
  factsOf: (path: string) => AddressFacts,
): Pick<OpenApi, 'paths'> & { readonly responses: Responses } {
  const responses: Record<string, ApiResponse> = {}
  const named = ([description, forms, headers]: Refusal, status: string): Reference => {
    const name = [STATUS_CODES[status]?.replaceAll(/\W/g, ''), ...new Set(forms)].join('.')
    responses[name] = { description, ...(headers ? { headers } : {}), content: contentOf(forms) }
    return { $ref: `#/components/responses/${name}` }
  }
  const completed = (path: string, method: string, row: Operation<Responses>): Operation => {
    const own = hasContent(row.responses, /./, 'application/json')
      ? { ...ofJsonApi(row, method), ...row.responses }
      : row.responses
    const shared = refusalsAt(factsOf(path), hasContent(own, /^4/, 'text/html'))
    const all = Object.entries(shared).map(([status, refusal]) => {
      const said = own[status]
      return [status, said ? merged(said, refusal) : named(refusal, status)] as const
    })
    return { ...row, responses: { ...own, ...Object.fromEntries(all) } }
  }
  const described = Object.entries(paths).map(([path, item]) => {
    const rows = Object.entries(item).map(([method, row]) => [method, completed(path, method, row)] as const)
    return [path, Object.fromEntries(rows)] as const
  })
  return { paths: Object.fromEntries(described), responses }
}

const contentOf = (forms: readonly Form[]): Content => Object.assign({}, ...forms.map((form) => CONTENT[form]))

/** A response of the handler, which the server may give in its own form, too. */
const merged = (said: ApiResponse, [, forms, headers]: Refusal): ApiResponse => ({
  ...said,
  ...(headers ? { headers: { ...headers, ...said.headers } } : {}),
  content: { ...contentOf(forms), ...said.content },
})
