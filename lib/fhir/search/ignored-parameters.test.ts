import { describe, expect, it } from 'vitest'
import { passedOver } from './ignored-parameters.ts'

describe('what the server passed over', () => {
  const self = 'http://localhost:3000/fhir/DEFAULT/Patient?name=jan&_count=20'

  it('is what the self link does not name', () => {
    expect(passedOver(new URLSearchParams('name=jan&brithdate=1986&_count=20'), 'Patient', self)).toEqual(['brithdate'])
    expect(passedOver(new URLSearchParams('name=jan'), 'Patient', self)).toEqual([])
  })

  it('is not known of a further page', () => {
    const page = 'http://localhost:3000/fhir/DEFAULT?_getpages=1&_getpagesoffset=20'
    expect(passedOver(new URLSearchParams('brithdate=1986'), 'Patient', page)).toEqual([])
    expect(passedOver(new URLSearchParams('brithdate=1986'), 'Patient', undefined)).toEqual([])
  })
})
