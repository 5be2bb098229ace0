import { describe, expect, it } from 'vitest'
import { passedOver } from './ignored-parameters.ts'

describe('the search parameters that the server ignored', () => {
  const self = 'http://localhost:3000/fhir/DEFAULT/Patient?name=jan&_count=20'

  it('are those missing in the self link', () => {
    expect(passedOver(new URLSearchParams('name=jan&brithdate=1986&_count=20'), 'Patient', self)).toEqual(['brithdate'])
    expect(passedOver(new URLSearchParams('name=jan'), 'Patient', self)).toEqual([])
  })

  it('are unknown on a further page', () => {
    const page = 'http://localhost:3000/fhir/DEFAULT?_getpages=1&_getpagesoffset=20'
    expect(passedOver(new URLSearchParams('brithdate=1986'), 'Patient', page)).toEqual([])
    expect(passedOver(new URLSearchParams('brithdate=1986'), 'Patient', undefined)).toEqual([])
  })
})
