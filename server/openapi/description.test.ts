import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { HTTP_METHODS, type OpenApi, type Operation } from '#lib/api/openapi.ts'
import { searchParameters } from '#lib/fhir/search-parameters.ts'
import { MACHINE_PATHS } from '../routes.ts'
import { clientAssertion, launchToken, registerApp } from '../testing/app.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'

interface Call {
  readonly path?: string
  readonly init?: RequestInit
}

const description = async ({ url }: Pick<RunningDomain, 'url'>) =>
  (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi

const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )

const filled = (path: string, values: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

const RESOURCE = { type: 'Patient', id: 'marijke-jansen', vid: '1' }

/** The calls that every operation gets: a good one where its address has parts, and several bad ones. */
function callsOf(path: string, operation: Operation, authorization: string): readonly Call[] {
  const example = Object.values(operation.requestBody?.content ?? {})[0]?.example as Record<string, string> | undefined
  const method = operation.requestBody ? 'POST' : 'GET'
  const form = example && new URLSearchParams(example)
  const query = new URLSearchParams(
    (operation.parameters ?? []).flatMap((p) => (p.in === 'query' && p.example ? [[p.name, p.example]] : [])),
  )
  const good = { method, headers: { authorization }, ...(form ? { body: form } : {}) }
  const at = filled(path, RESOURCE)
  return [
    { path: `${at}?${form ? '' : query}`, init: good },
    { path: at, init: { method } },
    { path: at, init: { ...good, headers: { authorization: 'Bearer nonsense' } } },
    { path: `${at}?_format=xml&_count=x`, init: good },
    { path: filled(path, { ...RESOURCE, id: 'nobody', vid: '99' }), init: good },
    { path: filled(path, { ...RESOURCE, type: 'Nonsense' }), init: good },
    ...(form ? [{ path: at, init: { method, headers: { authorization }, body: '{}' } }] : []),
  ]
}

/** Whether an answer is one of those that the description promises, its body included. */
async function check(ajv: Ajv2020, path: string, method: string, operation: Operation, response: Response) {
  const { status } = response
  const promised = operation.responses[status]
  const body = await response.text()
  expect(promised, `${method} ${path}: ${status} ${body.slice(0, 200)}`).toBeDefined()
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (!promised?.content) return expect(body, `${method} ${path}: ${status}`).toBe('')
  expect(Object.keys(promised.content), `${method} ${path}: ${status}`).toContain(type)
  if (!type.includes('json')) return
  const pointer = [path, method, 'responses', String(status), 'content', type, 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const valid = ajv.validate({ $ref: `openapi#/paths/${pointer}` }, JSON.parse(body))
  expect(valid, `${method} ${path}: ${status} ${ajv.errorsText()}`).toBe(true)
}

function schemasOf(document: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')
  return ajv
}

describe('the OpenAPI description', () => {
  it('MET-12 is valid OpenAPI 3.1', async () => {
    const domain = await runningDomain()
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(await description(domain))))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('MET-12 names each operation once, and every machine address of the protocols', async () => {
    const document = await description(await runningDomain())
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const protocols = MACHINE_PATHS.filter((path) => /^\/(oauth2|\.well-known|metadata|idp\/(?!log|sign))/.test(path))
    expect(protocols.filter((path) => !document.paths[path])).toEqual([])
  })

  it('MET-07 MET-12 offers the search parameters that are served', async () => {
    const running = await runningDomain()
    const document = await description(running)
    const served = new Set(running.domain.config.resourceTypes.flatMap((t) => searchParameters(t).map((p) => p.name)))
    const offered = document.paths['/fhir/DEFAULT/{type}']?.get?.parameters?.map(({ name }) => name)
    for (const name of served) expect(offered).toContain(name)
  })

  it('MET-12 can be kept, and read from any page', async () => {
    const { url } = await runningDomain()
    const { headers } = await fetch(`${url}/openapi.json`)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    const again = await fetch(`${url}/openapi.json`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  const groups = [
    '/oauth2',
    '/.well-known',
    '/fhir/DEFAULT',
    '/fhir/',
    '/idp',
    '/launch',
    '/metadata',
    '/openapi.json',
    '/api',
  ]

  it('MET-12 is tried out in every group', async () => {
    const { paths } = await description(await runningDomain())
    expect(Object.keys(paths).filter((path) => path !== '/fhir' && !groups.some((it) => path.startsWith(it)))).toEqual(
      [],
    )
  })

  it.each(groups)('MET-12 promises every answer to good and bad calls below %s', async (group) => {
    const running = await runningDomain()
    const document = await description(running)
    const ajv = schemasOf(document)
    const authorization = `Bearer ${await running.bearer(await registerApp(running.domain))}`
    const inGroup = (path: string) => (group === '/fhir/' ? /^\/fhir(?!\/DEFAULT)/.test(path) : path.startsWith(group))
    for (const { path, method, operation } of operationsOf(document).filter((each) => inGroup(each.path)))
      for (const { path: target, init } of callsOf(path, operation, authorization)) {
        const bare = target === '/launch' && method === 'get' // The page itself is Next's to answer.
        if (bare || (path === '/launch' && !target?.includes('iss=') && method === 'get')) continue
        const response = await fetch(`${running.url}${target}`, { redirect: 'manual', ...init })
        await check(ajv, path, method, operation, response)
      }
  })

  it('MET-12 promises the answers of a launch for a test, given and refused', async () => {
    const running = await runningDomain()
    const document = await description(running)
    const ajv = schemasOf(document)
    const platform = await registerApp(running.domain, 'ci')
    const registered = await running.domain.registry.find('ci')
    const operation = document.paths['/api/launches']?.post
    if (!registered || !operation) throw new Error('POST /api/launches is not described')
    const ask = async (kind: 'module' | 'both', more: object = {}) => {
      await running.domain.registry.saveClient({ ...registered, kind })
      const example = operation.requestBody?.content['application/json']?.example as object
      const client_assertion = await clientAssertion(platform, `${running.url}/api/launches`, running.now())
      const response = await fetch(`${running.url}/api/launches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...example, client_assertion, ...more }),
      })
      await check(ajv, '/api/launches', 'post', operation, response.clone())
      return response.status
    }
    expect(await ask('both', { fail: 'expired' })).toBe(201)
    expect(await ask('module')).toBe(403)
    expect(await ask('both', { app: 'nobody' })).toBe(422)
    expect(await ask('both', { client_assertion: 'x' })).toBe(401)
  })

  it('MET-12 promises the answers about tokens, given and refused', async () => {
    const running = await runningDomain()
    const document = await description(running)
    const ajv = schemasOf(document)
    const app = await registerApp(running.domain)
    const endpoint = `${running.url}/oauth2/token`
    const post = async (form: Readonly<Record<string, string>>, path = '/oauth2/token') => {
      const assertion = {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await clientAssertion(app, endpoint, running.now()),
      }
      const response = await fetch(running.url + path, {
        method: 'POST',
        body: new URLSearchParams({ ...form, ...assertion }),
      })
      const operation = document.paths[path]?.post
      if (!operation) throw new Error(`${path} is not described`)
      await check(ajv, path, 'post', operation, response.clone())
      return response
    }
    expect((await post({ grant_type: 'client_credentials' })).status).toBe(200)
    expect((await post({ grant_type: 'refresh_token' })).status).toBe(400)
    expect((await post({ grant_type: 'client_credentials', scope: 'openid' })).status).toBe(400)
    const launch = await launchToken(running.domain, app)
    expect((await post({ token: launch }, '/oauth2/introspect')).status).toBe(200)
    expect((await post({ token: 'nothing' }, '/oauth2/introspect')).status).toBe(200)
  })
})
