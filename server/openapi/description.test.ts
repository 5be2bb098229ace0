import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenApi } from '#lib/api/openapi.ts'
import { searchParameters } from '#lib/fhir/search/parameters.ts'
import { wholePathsOf } from '../domain/find-route.ts'
import { ROUTES } from '../domain/routes.ts'
import { clientAssertion, launchToken, registerApp, signedForm } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'
import {
  type DescribedOperation,
  expectDescribed,
  operationNamed,
  operationsOf,
  schemasOf,
} from './testing/described.ts'

interface Call {
  readonly path?: string
  readonly init?: RequestInit
}

const description = async ({ url }: Pick<RunningDomain, 'url'>) =>
  (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi

const filled = (path: string, values: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

const RESOURCE = { type: 'Patient', id: 'marijke-jansen', vid: '1', client_id: 'demo-app', file: 'app.mjs' }

/** The calls that every operation gets: a good one where its address has parts, and several bad ones. */
function callsOf({ path, method: named, operation }: DescribedOperation, authorization: string): readonly Call[] {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const example = media?.example as Record<string, string> | undefined
  const method = named.toUpperCase()
  const json = /[/+]json$/.test(type ?? '')
  const body = example && (json ? JSON.stringify(example) : new URLSearchParams(example))
  const query = new URLSearchParams(
    (operation.parameters ?? []).flatMap((p) => (p.in === 'query' && p.example ? [[p.name, p.example]] : [])),
  )
  const headers = { authorization, ...(json ? { 'content-type': String(type) } : {}) }
  const good = { method, headers, ...(body ? { body } : {}) }
  const at = filled(path, RESOURCE)
  return [
    { path: `${at}?${body ? '' : query}`, init: good },
    { path: at, init: { method } },
    { path: at, init: { ...good, headers: { ...headers, authorization: 'Bearer nonsense' } } },
    { path: `${at}?_format=xml&_count=x`, init: good },
    { path: filled(path, { ...RESOURCE, id: 'nobody', vid: '99', client_id: 'nobody', file: 'nobody' }), init: good },
    { path: filled(path, { ...RESOURCE, type: 'Nonsense' }), init: good },
    ...(body ? [{ path: at, init: { method, headers: { authorization }, body: '{}' } }] : []),
  ]
}

describe('the OpenAPI description', () => {
  it('is made once, in several turns of the event loop, between which requests are answered', async () => {
    const { openapi } = (await testDomain()).domain.peers
    let turns = 0
    const next = () => {
      turns += 1
      timer = setImmediate(next)
    }
    let timer = setImmediate(next)
    onTestFinished(() => clearImmediate(timer))
    const [one, other] = await Promise.all([openapi.describe(), openapi.describe()])
    expect(turns).toBeGreaterThanOrEqual(3)
    expect(other).toBe(one)
  })

  it('MET-12 names each operation once, and every address that no page answers', async () => {
    const document = await description(await runningDomain())
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(wholePathsOf(ROUTES).filter((path) => !document.paths[path])).toEqual([])
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(tags).size).toBe(tags.length)
    expect(new Set(operationsOf(document).flatMap(({ operation }) => operation.tags))).toEqual(new Set(tags))
  })

  it('MET-12 tells the operations of a group apart by their summaries', async () => {
    const document = await description(await runningDomain())
    const isToldOnce = (path: string) => !/^\/fhir(\/(?!DEFAULT)|$)/.test(path) // The same is at /fhir/DEFAULT.
    const summaries = operationsOf(document)
      .filter(({ path }) => isToldOnce(path))
      .map(({ operation: { tags, summary } }) => `${tags[0]}: ${summary}`)
    expect(summaries.filter((one, at) => summaries.indexOf(one) !== at)).toEqual([])
    expect(summaries.length).toBeGreaterThan(100)
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
    ...[
      '/oauth2',
      '/.well-known',
      '/fhir/DEFAULT',
      '/fhir/',
      '/idp',
      '/launch',
      '/energy',
      '/metadata',
      '/openapi.json',
      '/api',
    ],
    ...[
      '/portal',
      '/account',
      '/browse',
      '/admin',
      '/connect',
      '/tools',
      '/traces',
      '/subscriptions',
      '/livez',
      '/readyz',
      '/metrics',
    ],
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
    for (const described of operationsOf(document).filter(({ path }) => inGroup(path)))
      for (const { path: target, init } of callsOf(described, authorization)) {
        // The page itself is Next's to answer.
        if (['/launch', '/energy'].includes(described.path) && described.method === 'get' && !target?.includes('iss='))
          continue
        const response = await fetch(`${running.url}${target}`, { redirect: 'manual', ...init })
        await expectDescribed(ajv, described, response)
      }
  })

  it('MET-12 promises the answers of $validate, of what is fit and of what is not', async () => {
    const running = await runningDomain()
    const document = await description(running)
    const ajv = schemasOf(document)
    await running.domain.registry.saveRole('writer', [
      { resourceType: 'Patient', operations: 'crus', scope: 'all', grantedBy: [] },
    ])
    const writer = await registerApp(running.domain, 'writer', 'writer')
    const authorization = `Bearer ${await running.bearer(writer, 'system/Patient.crus')}`
    const described = operationsOf(document).filter(({ path }) => path.endsWith('$validate'))
    expect(described.map(({ operation }) => operation.operationId)).toEqual(
      ['', 'AtFhir'].flatMap((suffix) =>
        ['validate', 'validateType', 'validateStored', 'validateNext'].map((id) => id + suffix),
      ),
    )
    for (const each of described)
      for (const { path: target, init } of callsOf(each, authorization))
        await expectDescribed(ajv, each, await fetch(`${running.url}${target}`, init))
    const [{ path: target = '', init } = {}] = callsOf(described[0] as DescribedOperation, authorization)
    const answer = await fetch(`${running.url}${target}`, init)
    expect([answer.status, (await answer.json()).resourceType]).toEqual([200, 'OperationOutcome'])
  })

  it('MET-12 promises the answers of a launch for a test, given and refused', async () => {
    const running = await runningDomain()
    const document = await description(running)
    const ajv = schemasOf(document)
    const platform = await registerApp(running.domain, 'ci')
    const registered = await running.domain.registry.find('ci')
    const described = operationNamed(operationsOf(document), 'composeLaunch')
    if (!registered) throw new Error('The client is not registered')
    const ask = async (kind: 'module' | 'both', more: object = {}) => {
      await running.domain.registry.saveClient({ ...registered, kind })
      const example = described.operation.requestBody?.content['application/json']?.example as object
      const client_assertion = await clientAssertion(platform, `${running.url}/api/launches`, running.now())
      const response = await fetch(`${running.url}/api/launches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...example, client_assertion, ...more }),
      })
      await expectDescribed(ajv, described, response.clone())
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
      const body = await signedForm(app, endpoint, running.now(), form)
      const response = await fetch(running.url + path, { method: 'POST', body })
      const described = operationsOf(document).find((one) => one.path === path && one.method === 'post')
      if (!described) throw new Error(`${path} is not described`)
      await expectDescribed(ajv, described, response.clone())
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
