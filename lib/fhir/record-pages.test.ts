import { describe, expect, it } from 'vitest'
import { isInBrowse } from './record-pages.ts'

describe('a page of the record browser', () => {
  it.each([
    '/browse',
    '/browse/Patient',
    '/browse/Patient/',
    '/browse/Nope',
    '/browse/Patient/a-1',
    '/browse/Patient/a-1/edit',
    '/docs',
  ])('is there, or is none of its names: %s', (pathname) => {
    expect(isInBrowse(pathname)).toBe(true)
  })

  it.each(['/browse/patient', '/browse/patient/1', '/browse/Patient/a%20b', '/browse/Patient/_/edit'])(
    'is not there: %s',
    (pathname) => {
      expect(isInBrowse(pathname)).toBe(false)
    },
  )
})
