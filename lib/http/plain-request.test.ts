import { describe, expect, it } from 'vitest'
import { formParams } from './params.ts'
import { plainRequest } from './plain-request.ts'

const URL = 'https://own.example/token?a=1'
const FORM = 'a=%C3%A9&b=2'
const POST = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: FORM }

describe('a request of the domain to itself', () => {
  it('has method, address, headers and no body, as a Request has', async () => {
    const plain = plainRequest(URL, { headers: { Accept: 'text/html' } })
    expect([plain.method, plain.url, plain.headers.get('accept'), plain.body, await plain.text()]).toEqual([
      ...['GET', URL, 'text/html', null, ''],
    ])
  })

  it('gives its body in every way that a Request does', async () => {
    const params = await formParams(plainRequest(URL, POST))
    expect(typeof params === 'object' && params.entries).toEqual([
      ['a', 'é'],
      ['b', '2'],
    ])
    expect(await plainRequest(URL, POST).clone().text()).toBe(FORM)
    expect((await plainRequest(URL, POST).formData()).get('a')).toBe('é')
    expect(Buffer.from(await plainRequest(URL, POST).arrayBuffer()).toString()).toBe(FORM)
  })

  it('names the type of a form that is given as parameters, as a Request does', async () => {
    const request = plainRequest(URL, { method: 'POST', body: new URLSearchParams(FORM) })
    expect(request.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
    expect(await request.text()).toBe(FORM)
  })

  it('is told by its signal that nobody waits any more', () => {
    const ends = new AbortController()
    const { signal } = plainRequest(URL, { signal: ends.signal })
    ends.abort()
    expect(signal.aborted).toBe(true)
  })
})
