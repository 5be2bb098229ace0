// A Request of parts is a Request to everybody, whichever part of it they ask for.
import { describe, expect, it } from 'vitest'
import { forPlatform, requestOf } from './plain-request.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const form = (body = 'a=1&b=é') => requestOf('https://here.example/token', { method: 'post', headers: FORM, body })

describe('a Request of parts', () => {
  it('is the Request that fetch would send', () => {
    const request = form()
    expect(request).toBeInstanceOf(Request)
    expect([request.method, request.url]).toEqual(['POST', 'https://here.example/token'])
    expect(request.headers.get('Content-Type')).toBe(FORM['content-type'])
    expect(request.signal.aborted).toBe(false)
    expect(requestOf(new URL('https://here.example')).url).toBe('https://here.example/')
    expect(requestOf('https://here.example', { body: 'x', method: 'POST' }).headers.get('content-type')).toBe(
      new Request('https://here.example', { body: 'x', method: 'POST' }).headers.get('content-type'),
    )
  })

  it('says how long its text is, in bytes', () => {
    expect(form().headers.get('content-length')).toBe('8')
    expect(requestOf('https://here.example').headers.has('content-length')).toBe(false)
  })

  it('can be made into another one, and sent', async () => {
    const again = requestOf(form(), { headers: { 'x-more': 'yes', ...FORM } })
    expect([again.method, again.url, again.headers.get('x-more'), await again.text()]).toEqual([
      ...['POST', 'https://here.example/token', 'yes', 'a=1&b=é'],
    ])
    expect(await new Request(forPlatform(requestOf(form()))).text()).toBe('a=1&b=é')
    expect(await (await fetch(forPlatform(requestOf('data:text/plain,here')))).text()).toBe('here')
  })

  it('is read once', async () => {
    const request = form()
    expect(await request.text()).toBe('a=1&b=é')
    expect(request.bodyUsed).toBe(true)
    await expect(request.text()).rejects.toThrow(TypeError)
  })

  it.each([
    ['as a form', async (request: Request) => (await request.formData()).get('b')],
    ['as a stream', async (request: Request) => new URLSearchParams(await new Response(request.body).text()).get('b')],
    ['from a copy', async (request: Request) => new URLSearchParams(await request.clone().text()).get('b')],
  ])('can be read %s', async (_how, read) => {
    const request = form()
    expect(await read(request)).toBe('é')
    expect(request.redirect).toBe('follow')
  })

  it('has no body where there is none', async () => {
    const request = requestOf('https://here.example', { headers: { accept: 'text/plain' } })
    expect([request.method, request.headers.get('accept'), request.body]).toEqual(['GET', 'text/plain', null])
    expect([await request.text(), request.bodyUsed]).toEqual(['', false])
  })

  it('is given up with the signal of who sends it', () => {
    const controller = new AbortController()
    const request = requestOf('https://here.example', { signal: controller.signal })
    controller.abort()
    expect(request.signal.aborted).toBe(true)
  })

  it('is a real one where its body is no text, or where it was one already', async () => {
    const sent = requestOf('https://here.example', { method: 'POST', body: new URLSearchParams({ a: '1' }) })
    expect(await sent.text()).toBe('a=1')
    expect(await requestOf(new Request('https://here.example', { method: 'PUT', body: 'x' })).text()).toBe('x')
  })
})
