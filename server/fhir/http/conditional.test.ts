import { describe, expect, it } from 'vitest'
import { expectOutcome, F, FD, fhirServer, patient } from '../testing/fhir-server.ts'

const STORED = 'Wed, 01 Apr 2026 12:00:00 GMT'
const BEFORE = 'Wed, 01 Apr 2026 11:59:59 GMT'
const LATER = 'Thu, 02 Apr 2026 12:00:00 GMT'

describe.each([F, FD])('conditional requests below %s', (base) => {
  const asking = async (path = '/Patient/p') => {
    const server = await fhirServer()
    await server.put(patient('p'))
    return (headers: Readonly<Record<string, string>>) => server.get(base + path, headers)
  }

  it.each(['W/"1"', '"1"', '"x", W/"1"', '*', ' W/"1" ', '"x","1"'])(
    'CND-01 CND-02 If-None-Match %s: 304',
    async (tag) => {
      const response = await (await asking())({ 'if-none-match': tag })
      expect([response.status, await response.text()]).toEqual([304, ''])
      expect(response.headers.get('etag')).toBe('W/"1"')
      expect(response.headers.get('last-modified')).toBe(STORED)
      expect(response.headers.get('content-type')).toBeNull()
      expect(response.headers.get('vary')).toContain('Authorization')
    },
  )

  it.each(['W/"2"', '1', 'W/1', 'junk', '"1', '', '"11"', 'w/"1"'])('CND-03 If-None-Match %s: 200', async (tag) => {
    expect((await (await asking())({ 'if-none-match': tag })).status).toBe(200)
  })

  it.each([
    [STORED, 304],
    [LATER, 304],
    [BEFORE, 200],
    ...[LATER, BEFORE].flatMap((date) => {
      const [day = '', number, month, year = '', time] = date.replace(',', '').split(' ')
      const whole = {
        Mon: 'Monday',
        Tue: 'Tuesday',
        Wed: 'Wednesday',
        Thu: 'Thursday',
        Fri: 'Friday',
        Sat: 'Saturday',
        Sun: 'Sunday',
      }[day]
      const status = date === LATER ? 304 : 200
      return [
        [`${whole}, ${number}-${month}-${year.slice(2)} ${time} GMT`, status],
        [`${day} ${month} ${number?.replace(/^0/, ' ')} ${time} ${year}`, status],
      ] as [string, number][]
    }),
    ['yesterday', 200],
    ['2026-04-02', 200],
    ['', 200],
  ])('CND-04 CND-05 If-Modified-Since %s: %i', async (since, status) => {
    expect((await (await asking())({ 'if-modified-since': since })).status).toBe(status)
  })

  it('CND-06 If-None-Match decides alone', async () => {
    const ask = await asking()
    expect((await ask({ 'if-none-match': 'W/"9"', 'if-modified-since': LATER })).status).toBe(200)
    expect((await ask({ 'if-none-match': 'W/"1"', 'if-modified-since': BEFORE })).status).toBe(304)
  })

  it('CND-07 holds for vread and HEAD too', async () => {
    expect((await (await asking('/Patient/p/_history/1'))({ 'if-none-match': 'W/"1"' })).status).toBe(304)
    const { ask, put, token } = await fhirServer()
    await put(patient('p'))
    const headers = { authorization: `Bearer ${await token()}`, 'if-none-match': '*' }
    expect((await ask(`${base}/Patient/p`, { method: 'HEAD', headers })).status).toBe(304)
  })

  it('CND-08 never stands in for a refusal', async () => {
    const { ask, clients, get, put, resources, now } = await fhirServer()
    await put(patient('p'), patient('gone'))
    await resources.delete('Patient', 'gone', now())
    const any = { 'if-none-match': '*' }
    await expectOutcome(await ask(`${base}/Patient/p`, { headers: any }), 401, 'login')
    await expectOutcome(await get(`${base}/Patient/unknown`, any), 404, 'not-found')
    await expectOutcome(await get(`${base}/Patient/gone`, any), 410, 'deleted')
    clients.set('reader', [])
    await expectOutcome(await get(`${base}/Patient/p`, any), 403, 'forbidden')
  })

  it('CND-09 CND-11 ignores If-Match, If-Unmodified-Since and Range', async () => {
    const ask = await asking()
    for (const [name, value] of [
      ['if-match', '"9"'],
      ['if-unmodified-since', BEFORE],
      ['range', 'bytes=0-10'],
    ] as const)
      expect((await ask({ [name]: value })).status).toBe(200)
  })
})
