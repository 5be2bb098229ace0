import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StorageUnavailable } from '../storage-unavailable.ts'
import { ApiFailure, bodyReader, type JsonApi, jsonRoute, jsonRoutes } from './json-api.ts'

const STATUS: Readonly<Record<string, number>> = { unavailable: 503, unexpected: 500 }

function api(logsMessages: boolean) {
  const logged: object[] = []
  const own: JsonApi = {
    log: { error: (facts, message) => void logged.push({ ...facts, message }) },
    failed: 'the test failed',
    text: (language, { failure }) => `${failure} in ${language}`,
    fault: (failure) => new ApiFailure(failure, STATUS[failure] ?? 0),
    logsMessages,
    namesProblems: true,
  }
  const readJson = bodyReader((problems) => new ApiFailure('bad_request', 400, { problems }))
  const nobody = async () => undefined
  const rows = [
    jsonRoute('things', nobody, {
      GET: async () => ({ things: [] }),
      POST: (request) => readJson(request, z.object({ name: z.string() })),
    }),
    jsonRoute('things/:id', nobody, { GET: async (_, id) => ({ id }) }),
    jsonRoute('secret', () => Promise.reject(new ApiFailure('not_signed_in', 401, { headers: { 'x-why': 'test' } })), {
      GET: async () => ({}),
    }),
    jsonRoute('broken', nobody, { GET: () => Promise.reject(new TypeError('a pasted token')) }),
    jsonRoute('locked', nobody, { GET: () => Promise.reject(new StorageUnavailable('SQLITE_BUSY')) }),
  ]
  const handle = jsonRoutes(own, '/test/api', rows, () => Promise.reject(new ApiFailure('not_found', 404)))
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await handle(new Request(`http://localhost/test/api/${path}`, init))
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { ask, logged }
}

const json = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
})

describe('a JSON API', () => {
  it('answers by path and method, with Cache-Control: no-store', async () => {
    const { ask } = api(true)
    const { status, headers, body } = await ask('things/a%20b')
    expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', { id: 'a%20b' }])
    expect(await ask('things', json('{"name":"x"}'))).toMatchObject({ status: 200, body: { name: 'x' } })
  })

  it('answers HEAD as GET, without a body', async () => {
    const { status, headers, body } = await api(true).ask('things', { method: 'HEAD' })
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', undefined])
  })

  it('answers 405 with the methods of the path in Allow', async () => {
    const { ask } = api(true)
    const { status, headers, body } = await ask('things', { method: 'DELETE' })
    expect([status, headers.get('allow'), body.error]).toEqual([405, 'GET, HEAD, POST', 'invalid_request'])
    expect((await ask('things/7', { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD')
  })

  it('gives the reason in the language of the request, and the problems of a body', async () => {
    const { ask } = api(true)
    const { status, headers, body } = await ask('secret', { headers: { 'accept-language': 'nl' } })
    expect([status, headers.get('x-why')]).toEqual([401, 'test'])
    expect(body).toEqual({ error: 'not_signed_in', error_description: 'not_signed_in in nl', problems: [] })
    expect(await ask('nothing')).toMatchObject({ status: 404, body: { error: 'not_found' } })
    const bad = await ask('things', json('{"name":7}'))
    expect([bad.status, bad.body.problems.length]).toEqual([400, 1])
    expect(await ask('things', json('{'))).toMatchObject({ status: 400, body: { problems: [] } })
  })

  it('logs an unexpected error with the request id, and its message only when it cannot hold a secret', async () => {
    const headers = { 'x-request-id': 'of-the-proxy' }
    const open = api(true)
    expect(await open.ask('broken', { headers })).toMatchObject({ status: 500, body: { error: 'unexpected' } })
    expect(open.logged).toEqual([
      { requestId: 'of-the-proxy', cause: 'TypeError: a pasted token', message: 'the test failed' },
    ])
    const careful = api(false)
    await careful.ask('broken', { headers })
    expect(careful.logged).toEqual([{ requestId: 'of-the-proxy', cause: 'TypeError', message: 'the test failed' }])
  })

  it('answers 503 while the storage is unavailable', async () => {
    expect(await api(true).ask('locked')).toMatchObject({ status: 503, body: { error: 'unavailable' } })
  })
})
