import { describe, expect, it } from 'vitest'
import { isFiltered, listHref, pageQuery, placeOf, searchQuery, sizeOf, withParameter } from './list-address.ts'

const BASE = 'https://domain.test/fhir/DEFAULT'
const place = (query: string) => placeOf(BASE, 'Patient', new URLSearchParams(query))

describe('the rows of a page', () => {
  it.each([
    ['_count=50', 50],
    ['', 20],
    ['_count=zzz', 20],
  ])('are counted by the number in the address: %j', (query, size) => {
    expect(sizeOf(new URLSearchParams(query))).toBe(size)
  })
})

describe('a list in the address of its page', () => {
  it('is the search of the FHIR API, with rows on a page', () => {
    expect(place('').url).toBe(`${BASE}/Patient?_count=20`)
    expect(place('name=jan&name=de&_sort=_id&_count=10').url).toBe(
      `${BASE}/Patient?name=jan&name=de&_sort=_id&_count=10`,
    )
  })

  it('leaves out what has no value', () => {
    expect(place('name=&gender=male').url).toBe(`${BASE}/Patient?gender=male&_count=20`)
  })

  it('goes on with a link of the server, and back to the same search', () => {
    const link = `${BASE}?_getpages=1&_getpagesoffset=20`
    const query = pageQuery(BASE, new URLSearchParams('name=jan'), link)
    const { url, search } = place(query)
    expect(url).toBe(link)
    expect(searchQuery(search)).toBe('?name=jan')
  })

  it('does not follow a page that leads elsewhere', () => {
    expect(pageQuery(BASE, new URLSearchParams(), 'https://elsewhere.test/?_getpages=1')).toBe('')
    for (const page of ['https://elsewhere.test/', '/Task', '.elsewhere.test/?a'])
      expect(place(`${new URLSearchParams({ page })}`).url).toBe(`${BASE}/Patient?_count=20`)
  })

  it('says whether anything is left out', () => {
    expect(isFiltered(new URLSearchParams('_count=10&_sort=_id'))).toBe(false)
    expect(isFiltered(new URLSearchParams('name=jan'))).toBe(true)
  })

  it('has one value for a changed parameter, and drops an emptied one', () => {
    const search = new URLSearchParams('name=jan&_count=10')
    expect(`${withParameter(search, 'name', 'bram')}`).toBe('name=bram&_count=10')
    expect(`${withParameter(search, 'name', '')}`).toBe('_count=10')
    expect(listHref('Task', 'patient', 'Patient/a')).toBe('/browse/Task?patient=Patient%2Fa')
  })
})
