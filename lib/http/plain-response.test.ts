// A Response of parts is a Response to everybody, and parts to the server for as long as that is the whole truth.
import { describe, expect, it } from 'vitest'
import { partsOf, plainResponse } from './plain-response.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('a response made from its parts', () => {
  it('is a Response', async () => {
    const response = plainResponse({ status: 201, headers: JSON_TYPE, body: '{"a":1}' })
    expect(response).toBeInstanceOf(Response)
    expect(response.status).toBe(201)
    expect(response.ok).toBe(true)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ a: 1 })
    expect(response.bodyUsed).toBe(true)
  })

  it('can be the body of another Response', async () => {
    const response = plainResponse({ status: 404, headers: JSON_TYPE, body: 'gone' })
    const copy = new Response(response.body, response)
    expect([copy.status, copy.headers.get('content-type'), await copy.text()]).toEqual([
      404,
      'application/json',
      'gone',
    ])
  })

  it('can be cloned and read twice', async () => {
    const response = plainResponse({ status: 200, headers: {}, body: 'once' })
    const clone = response.clone()
    expect([await clone.text(), await response.text()]).toEqual(['once', 'once'])
  })

  it('can be read once', async () => {
    const response = plainResponse({ status: 200, headers: {}, body: 'once' })
    expect([response.bodyUsed, await response.text(), response.bodyUsed]).toEqual([false, 'once', true])
    expect(partsOf(response)).toBeUndefined()
    await expect(response.text()).rejects.toThrow(TypeError)
    await expect(response.json()).rejects.toThrow(TypeError)
  })

  it('is decoded like any Response', async () => {
    const marked = plainResponse({ status: 200, headers: {}, body: '\ufeff{"a":1}' })
    expect(await marked.json()).toEqual({ a: 1 })
    const bytes = plainResponse({ status: 200, headers: {}, body: new TextEncoder().encode('{"a":2}') })
    expect(await bytes.json()).toEqual({ a: 2 })
    await expect(plainResponse({ status: 200, headers: {}, body: '{' }).json()).rejects.toThrow(SyntaxError)
  })

  it('has no body when it is made without one', async () => {
    const response = plainResponse({ status: 304, headers: {}, body: null })
    expect(response.body).toBeNull()
    expect(await response.text()).toBe('')
  })

  it('keeps several cookies apart', () => {
    const response = plainResponse({ status: 200, headers: { 'set-cookie': ['a=1', 'b=2'] }, body: null })
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(partsOf(response)?.headers).toEqual({ 'set-cookie': ['a=1', 'b=2'] })
  })
})

describe('the parts of a response', () => {
  it('are those that it was made from', () => {
    const parts = { status: 200, headers: JSON_TYPE, body: '{}' }
    expect(partsOf(plainResponse(parts))).toEqual(parts)
  })

  it('include headers that were changed later', () => {
    const response = plainResponse({ status: 200, headers: JSON_TYPE, body: '{}' })
    response.headers.set('connection', 'close')
    response.headers.delete('content-type')
    expect(partsOf(response)?.headers).toEqual({ connection: 'close' })
  })

  it('are undefined after the body was read, and for any other Response', async () => {
    const response = plainResponse({ status: 200, headers: {}, body: 'text' })
    await response.text()
    expect(partsOf(response)).toBeUndefined()
    expect(partsOf(new Response('text'))).toBeUndefined()
  })
})
