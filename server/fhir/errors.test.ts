import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { ISSUE_CODES } from './outcome.ts'
import { expectOutcome, F, FD, fhirServer, originOf, patient, START } from './testing/fhir-server.ts'
import { ifMatch, writeServer } from './write/testing/writers.ts'

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }

/** The refusals of writes, each with the one code that no read gives. */
async function provokedByWriting() {
  const { as } = await writeServer()
  const a = await as('A')
  const { id } = await a.made(P0)
  await a.made(P0)
  const test = [{ op: 'test', path: '/active', value: false }]
  const { identifier } = P0
  const full = new StorageUnavailable('full', { isFull: true })
  const broken = await writeServer({
    writes: { ...(await writeServer()).writes, transact: () => Promise.reject(full) },
  })
  return {
    structure: [400, await a.post('/Patient', '{')],
    required: [412, await a.put(`/Patient/${id}`, { ...P0, id })],
    'code-invalid': [400, await a.post('/Patient', { ...P0, gender: 'x' })],
    invariant: [400, await a.post('/Patient', { ...P0, contact: [{ gender: 'female' }] })],
    extension: [400, await a.post('/Patient', { ...P0, extension: originOf('A') })],
    'business-rule': [422, await a.post('/Patient', { ...P0, meta: { tag: [SUBSETTED] } })],
    processing: [422, await a.patch(`/Patient/${id}`, test, ifMatch(1))],
    conflict: [412, await a.put(`/Patient/${id}`, { ...P0, id }, ifMatch(7))],
    'multiple-matches': [
      412,
      await a.delete(`/Patient?identifier=${String((identifier as [{ value: string }])[0].value)}`),
    ],
    'no-store': [503, await (await broken.as('A')).post('/Patient', P0)],
  } as const
}

describe.each([F, FD])('methods below %s', (base) => {
  it.each([
    ['/Patient/p/_history/1', ['POST', 'PUT', 'PATCH', 'DELETE'], 'GET, HEAD, OPTIONS'],
    ['/Patient/p', ['POST'], 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['/AuditEvent/p', ['POST', 'PUT', 'PATCH', 'DELETE'], 'GET, HEAD, OPTIONS'],
    ['/AuditEvent', ['PUT', 'PATCH', 'DELETE'], 'GET, HEAD, POST, OPTIONS'],
    ['', ['PUT', 'PATCH', 'DELETE'], 'POST, OPTIONS'],
  ] as const)('HOC-02 HDR-07 %s takes none of %s, and needs a token to be told so', async (path, methods, allow) => {
    const { ask, put, token } = await fhirServer()
    await put(patient('p'))
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/fhir+json' }
    for (const method of methods) {
      const response = await ask(base + path, { method, headers, ...(method === 'DELETE' ? {} : { body: '{}' }) })
      expect(response.headers.get('allow')).toBe(allow)
      await expectOutcome(response, 405, 'not-supported')
      await expectOutcome(await ask(base + path, { method }), 401, 'login')
    }
    expect((await ask(`${base}/Patient/p`, { headers })).status).toBe(200)
  })

  it('HOC-03 takes a method from nowhere else', async () => {
    const { get, put } = await fhirServer()
    await put(patient('p'))
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      expect((await get(`${base}/Patient/p?_method=DELETE`, { [name]: 'DELETE' })).status).toBe(200)
  })

  it('HOC-04 an unknown verb is refused', async () => {
    const { ask, token } = await fhirServer()
    const response = await ask(`${base}/Patient`, {
      method: 'PURGE',
      headers: { authorization: `Bearer ${await token()}` },
    })
    await expectOutcome(response, 405, 'not-supported')
  })

  it.each(['/Patient/p', '/Patient/p/_history/1', '/Patient'])(
    'HOC-01 HEAD of %s is GET without a body',
    async (path) => {
      const { ask, put, token } = await fhirServer()
      await put(patient('p'))
      const headers = { authorization: `Bearer ${await token()}` }
      const got = await ask(base + path, { headers })
      const head = await ask(base + path, { method: 'HEAD', headers })
      expect([head.status, await head.text()]).toEqual([got.status, ''])
      for (const [name, value] of got.headers) if (name !== 'x-request-id') expect(head.headers.get(name)).toBe(value)
      expect(Number(got.headers.get('content-length'))).toBe((await got.arrayBuffer()).byteLength)
    },
  )

  it('HOC-07 HDR-07 OPTIONS needs no token and gives no data, but what the address takes', async () => {
    const { ask, put } = await fhirServer()
    await put(patient('p'))
    for (const [path, allow] of [
      ['', 'POST, OPTIONS'],
      ['/Patient/p', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
      ['/Patient', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
      ['/Patient/p/_history', 'GET, HEAD, OPTIONS'],
      ['/AuditEvent', 'GET, HEAD, POST, OPTIONS'],
      ['/AuditEvent/e', 'GET, HEAD, OPTIONS'],
      ['/Patient/_search', 'GET, HEAD, POST, OPTIONS'],
    ] as const) {
      const response = await ask(base + path, { method: 'OPTIONS' })
      expect([response.status, await response.text(), response.headers.get('allow')]).toEqual([204, '', allow])
      const patches = allow.includes('PATCH') ? 'application/json-patch+json, application/fhir+json' : null
      expect(response.headers.get('accept-patch')).toBe(patches)
    }
  })

  const ORIGIN = 'https://app.example'

  it('HOC-05 HOC-10 a registered origin may call, and sees refusals too', async () => {
    const { ask } = await fhirServer({ allowsOrigin: async (origin) => origin === ORIGIN })
    const preflight = await ask(`${base}/Patient`, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(preflight.headers.get('vary')).toContain('Origin')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('GET')
    for (const name of ['Authorization', 'Authentication', 'If-None-Match', 'Prefer'])
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
    const refused = await ask(`${base}/Patient`, { headers: { origin: ORIGIN } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN])
    for (const name of ['ETag', 'Last-Modified', 'Content-Location', 'WWW-Authenticate', 'X-Request-Id'])
      expect(refused.headers.get('access-control-expose-headers')).toContain(name)
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each(['https://evil.example', 'null', 'https://app.example.evil'])(
    'HOC-06 the origin %s may not',
    async (origin) => {
      const { ask } = await fhirServer({ allowsOrigin: async (origin) => origin === ORIGIN })
      for (const method of ['GET', 'OPTIONS'])
        expect(
          (await ask(`${base}/Patient`, { method, headers: { origin } })).headers.get('access-control-allow-origin'),
        ).toBeNull()
    },
  )
})

describe('errors', () => {
  it('LIM-02 a plain read that is given up counts once', async () => {
    let counted = 0
    const client = {
      count: async () => {
        counted += 1
        return undefined
      },
    }
    const { resources } = await fhirServer()
    const readCurrent = () => {
      throw new TypeError('secret detail')
    }
    const server = await fhirServer({ resources: { ...resources, readCurrent }, limits: { client, address: client } })
    const headers = { authorization: `Bearer ${await server.token()}` }
    await server.ask(`${FD}/Patient?_count=0`, { headers }) // From here on the caller is known.
    counted = 0
    expect((await server.ask(`${FD}/Patient/p`, { headers })).status).toBe(500)
    expect(counted).toBe(1)
  })

  it('ERR-01 ERR-02 has a test for every issue code it can give', async () => {
    const { ask, get, put, resources, clients, token } = await fhirServer()
    await put(patient('gone'))
    await resources.delete('Patient', 'gone', START)
    const reader = clients.get('reader') ?? []
    const forbidden = async () => {
      clients.set('reader', [])
      const response = await get(`${FD}/Patient`)
      clients.set('reader', reader)
      return response
    }
    const authorization = `Bearer ${await token()}`
    const long = { method: 'POST', body: new URLSearchParams({ a: 'x'.repeat(70_000) }), headers: { authorization } }
    const failing = async (error: Error) => {
      const readCurrent = () => {
        throw error
      }
      return (await fhirServer({ resources: { ...resources, readCurrent } })).get(`${FD}/Patient/p`)
    }
    const throttled = async () => {
      const full = { count: async () => ({ retryAfter: 7, quota: 600, window: 60 }) }
      return (await fhirServer({ limits: { client: full, address: full } })).get(`${FD}/Patient`)
    }
    const provoked: Readonly<Record<(typeof ISSUE_CODES)[number], readonly [number, Response]>> = {
      invalid: [400, await get(`${FD}/Patient?_count=x`)],
      value: [400, await get(`${FD}/Patient/_history?_since=x`)],
      'not-supported': [404, await get(`${FD}/Foo`)],
      'too-costly': [400, await get(`${FD}/Patient?_id=${'x,'.repeat(101)}`)],
      login: [401, await ask(`${FD}/Patient`)],
      forbidden: [403, await forbidden()],
      'not-found': [404, await get(`${FD}/Patient/x`)],
      deleted: [410, await get(`${FD}/Patient/gone`)],
      'too-long': [413, await ask(`${FD}/Patient/_search`, long)],
      exception: [500, await failing(new TypeError('secret detail'))],
      transient: [503, await failing(new StorageUnavailable('locked'))],
      throttled: [429, await throttled()],
      ...(await provokedByWriting()),
    }
    expect(Object.keys(provoked).sort()).toEqual([...ISSUE_CODES].sort())
    for (const [code, [status, response]] of Object.entries(provoked)) {
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      await expectOutcome(response, status, code)
    }
  })

  it('ERR-03 ERR-07 keeps causes to the log, and asks to try again where that may help', async () => {
    const { resources } = await fhirServer()
    const readCurrent = () => {
      throw new TypeError("SELECT secret FROM '/var/lib/slipway.db'")
    }
    const broken = await fhirServer({ resources: { ...resources, readCurrent } })
    const response = await broken.get(`${FD}/Patient/p`)
    const text = await response.text()
    expect(text).not.toMatch(/SELECT|slipway\.db|TypeError|at /)
    expect(text).toContain(response.headers.get('x-request-id'))
    expect(broken.logged.length).toBe(1)
    const busy = { ...resources, readCurrent: () => { throw new StorageUnavailable('x') } } // biome-ignore format: one line
    const waiting = await (await fhirServer({ resources: busy })).get(`${FD}/Patient/p`)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('ERR-03 repeats nothing that could be markup or a secret', async () => {
    const { get } = await fhirServer()
    for (const path of [
      '/Patient/%3Cscript%3E',
      '/%3Cscript%3E/x',
      '/Patient?_sort=%3Cscript%3E',
      '/Patient?%3Cscript%3E:x=1',
      '/Patient?name:%3Cscript%3E=1',
      '/Patient?birthdate=%3Cscript%3E',
      '/Patient?_format=%3Cscript%3E',
      '/Patient/$%3Cscript%3E',
    ])
      expect(await (await get(FD + path)).text()).not.toContain('<script>')
    const strict = { prefer: 'handling=strict' }
    for (const path of ['/Patient?%3Cscript%3E=1', '/Patient/p/_history?%3Cscript%3E=1'])
      expect(await (await get(FD + path, strict)).text()).not.toContain('<script>')
    const secret = `eyJ${'x'.repeat(40)}`
    for (const query of [`_sort=${secret}`, `name:${secret}=1`, `_lastUpdated=${secret}`])
      expect(await (await get(`${FD}/Patient?${query}`)).text()).not.toContain(secret)
  })

  it('ERR-05 gives every answer a request id, the client’s own where it is safe', async () => {
    const { ask, get } = await fhirServer()
    const own = await get(`${FD}/Patient`, { 'x-request-id': 'trace-1/a.b:c' })
    expect(own.headers.get('x-request-id')).toBe('trace-1/a.b:c')
    for (const bad of ['x'.repeat(201), 'a b', '<script>']) {
      const { headers } = await get(`${FD}/Patient`, { 'x-request-id': bad })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    for (const path of ['/metadata', '/Patient', '/nowhere/at/all/of/it'])
      expect((await ask(FD + path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('ERR-06 speaks FHIR, never OAuth', async () => {
    const { ask } = await fhirServer()
    expect(await (await ask(`${FD}/Patient`)).json()).not.toHaveProperty('error')
  })
})
