import { describe, expect, it } from 'vitest'
import { isInBrowse } from './record-pages.ts'

describe('whether an address is a page of the record browser', () => {
  it.each([
    '/browse',
    '/browse/Patient',
    '/browse/Patient/',
    '/browse/Nope',
    '/browse/Patient/a-1',
    '/browse/Patient/a-1/edit',
    '/docs',
  ])('is true of a valid one and of addresses outside of it: %s', (pathname) => {
    expect(isInBrowse(pathname)).toBe(true)
  })

  it.each(['/browse/patient', '/browse/patient/1', '/browse/Patient/a%20b', '/browse/Patient/_/edit'])(
    'is false of an invalid one: %s',
    (pathname) => {
      expect(isInBrowse(pathname)).toBe(false)
    },
  )
})
