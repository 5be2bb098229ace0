import { describe, expect, it } from 'vitest'
import { isInDocs } from './pages.ts'

describe('whether an address is a page of the documentation', () => {
  it.each([
    '/docs',
    '/docs/search',
    '/docs/api',
    '/docs/errors',
    '/docs/how-to/docker',
    '/docs/how-to/docker/',
    '/docs/errors/user.match',
    '/docs/errors/invalid_grant',
    '/docs/api/fhir-api',
    '/docs/images/trace.png',
    '/portal',
  ])('is true of an existing page and of addresses outside of its sections: %s', (pathname) => {
    expect(isInDocs(pathname)).toBe(true)
  })

  it.each([
    '/docs/how-to/nothing',
    '/docs/nothing/docker',
    '/docs/errors/nothing',
    '/docs/api/nothing',
    '/docs/api/nothing/',
    '/docs/errors/constructor',
  ])('is false of a page that does not exist: %s', (pathname) => {
    expect(isInDocs(pathname)).toBe(false)
  })
})
