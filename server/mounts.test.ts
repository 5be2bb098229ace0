import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { config as proxyConfig } from '../proxy.ts'
import { MACHINE_PATHS } from './routes.ts'
import { registerApp } from './testing/app.ts'
import { testDomain } from './testing/domain.ts'
import { shareDomain } from './wiring.ts'

type Route = Readonly<Record<string, (request: Request) => Promise<Response>>>

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const PAGES = proxyConfig.matcher.find((entry) => typeof entry === 'string')

const routeFile = (pathname: string) => path.resolve('app', `.${pathname}`, 'route.ts')
const routeOf = (pathname: string): Promise<Route> => import(/* @vite-ignore */ routeFile(pathname))

/** What does not differ from one answer to the next by design. */
async function essence(response: Response) {
  const { status, headers } = response
  const shown = ['content-type', 'allow', 'cache-control', 'location', 'www-authenticate'].map((name) =>
    headers.get(name),
  )
  const body = await response.text()
  return { status, shown, body: /text\/html/.test(headers.get('content-type') ?? '') ? undefined : body }
}

describe.each(MACHINE_PATHS)('%s', (pathname) => {
  it('has a route in Next that answers every method as the direct mount does', async () => {
    const { domain, fetch } = await testDomain()
    shareDomain(domain)
    expect(existsSync(routeFile(pathname))).toBe(true)
    const route = await routeOf(pathname)
    for (const method of METHODS) {
      const request = () => new Request(`http://localhost:3000${pathname}`, { method })
      const answer = route[method]
      expect(answer, `${method} ${pathname}`).toBeDefined()
      const [byNext, direct] = [await answer?.(request()), await fetch(request())]
      expect(await essence(byNext as Response), `${method} ${pathname}`).toEqual(await essence(direct))
    }
  })

  it('is left alone by the policy for pages', () => {
    expect(new RegExp(`^${PAGES}$`).test(pathname)).toBe(false)
    expect(new RegExp(`^${PAGES}$`).test(`${pathname}-not`)).toBe(true)
  })
})

describe('the FHIR API', () => {
  const CALLS = [
    ['GET', '/fhir/metadata'],
    ['GET', '/fhir/DEFAULT/Patient/marijke-jansen'],
    ['GET', '/fhir/Task'],
    ['GET', '/fhir/DEFAULT/Nonsense'],
    ['DELETE', '/fhir/Patient/marijke-jansen'],
    ['GET', '/fhir/Patient/marijke-jansen/_history/1'],
    ['GET', '/fhir/Patient/marijke-jansen/_history/9'],
  ] as const

  it('ERR-01 answers the same through the catch-all route of Next', async () => {
    const { domain, fetch, bearer } = await testDomain()
    shareDomain(domain)
    const authorization = `Bearer ${await bearer(await registerApp(domain))}`
    const route = (await import('../app/fhir/[[...path]]/route.ts')) as Route
    for (const [method, pathname] of CALLS) {
      const request = () => new Request(`http://localhost:3000${pathname}`, { method, headers: { authorization } })
      const byNext = await essence((await route[method]?.(request())) as Response)
      const direct = await essence(await fetch(request()))
      const withoutIds = ({ body, ...rest }: typeof direct) => ({
        ...rest,
        body: body?.replace(/[0-9a-f-]{36}/g, 'uuid').replace(/"lastUpdated":"[^"]*"/, ''),
      })
      expect(withoutIds(byNext), `${method} ${pathname}`).toEqual(withoutIds(direct))
    }
  })
})

describe('the API of the console', () => {
  it('SEC-17 answers the same through the catch-all route of Next, and is left alone by the policy for pages', async () => {
    const { domain, fetch } = await testDomain()
    shareDomain(domain)
    const route = (await import('../app/admin/api/[...path]/route.ts')) as Route
    for (const method of METHODS)
      for (const pathname of ['/admin/api/me', '/admin/api/apps', '/admin/api/apps/demo-app/status']) {
        const request = () => new Request(`http://localhost:3000${pathname}`, { method })
        const byNext = await essence((await route[method]?.(request())) as Response)
        expect(byNext, `${method} ${pathname}`).toEqual(await essence(await fetch(request())))
        expect(new RegExp(`^${PAGES}$`).test(pathname)).toBe(false)
      }
    expect(new RegExp(`^${PAGES}$`).test('/admin/apps')).toBe(true)
    expect(new RegExp(`^${PAGES}$`).test('/admin/api')).toBe(true)
  })
})
