import { describe, expect, it } from 'vitest'
import { routeFinder, splitTarget, wholePathsOf } from './find-route.ts'
import { ROUTES } from './routes.ts'

const find = routeFinder(ROUTES)

describe('the row of a path', () => {
  it.each([
    ['/fhir', '/fhir/**'],
    ['/fhir/', '/fhir/**'],
    ['/fhir/DEFAULT/Patient/7', '/fhir/**'],
    ['/fhirx', '/**'],
    ['/oauth2/token', '/oauth2/token'],
    ['/oauth2/token/', '/oauth2/token'],
    ['/oauth2/token/x', '/oauth2/**'],
    ['/oauth2', '/oauth2/**'],
    ['/api/auth/csrf', '/api/auth/**'],
    ['/api/launches', '/api/launches'],
    ['/api/other', '/api/*'],
    ['/api', '/**'],
    ['/admin/api', '/**'],
    ['/admin/api/', '/**'],
    ['/admin/api/apps', '/admin/api/*'],
    ['/launch', '/launch'],
    ['/launch/app', '/launch/*'],
    ['/portal/compose', '/portal/compose'],
    ['/portal', '/**'],
    ['/', '/**'],
    ['', '/**'],
    ['*', '/**'],
  ])('of %s is %s', (pathname, path) => expect(find(pathname).path).toBe(path))

  it('takes a slash too many before /fhir for FHIR, and before anything else for a page', () => {
    expect(find('//fhir/Patient').path).toBe('/fhir/**')
    expect(find('///fhir').path).toBe('/fhir/**')
    expect(find('//oauth2/token').path).toBe('/**')
    expect(find('//').path).toBe('/**')
  })

  it('is the only one of its path, and below no prefix that stands before it', () => {
    const paths = ROUTES.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of wholePathsOf(ROUTES)) expect(find(path).path).toBe(path)
    for (const { path } of ROUTES) expect(find(path.replace(/\*+$/, 'x')).path).toBe(path)
  })
})

describe('a request target', () => {
  it('is split at its first question mark, and nothing is decoded', () => {
    expect(splitTarget('/a%2Fb?c=d?e')).toEqual({ pathname: '/a%2Fb', search: '?c=d?e' })
    expect(splitTarget('/a')).toEqual({ pathname: '/a', search: '' })
  })
})
