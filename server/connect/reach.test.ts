// Whether an app answers where it is registered: what its developer is told, and where this server does not ask.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnApp, Reach } from '#lib/api/connect.ts'
import { testDomain } from '../testing/domain.ts'

const SITE = 'http://localhost:3000'
const asked: string[] = []
const app = http.createServer(({ method, url }, answer) => {
  asked.push(`${method} ${url}`)
  answer.writeHead(405).end('no GET here')
})
let running = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  running = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
})
afterAll(() => app.close())

async function reachOf(addresses: { launchUrl: string; redirectUris: readonly string[] }, as = 'marijke@demo.test') {
  let username = 'marijke@demo.test'
  const domain = await testDomain({}, { viewer: async () => ({ username, name: undefined }) })
  const post = (path: string, body: object) =>
    domain.fetch(`/connect/api/${path}`, {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { publicKey } = await generateKeyPair('ES384', { extractable: true })
  const keys = { jwks: JSON.stringify(await exportJWK(publicKey)) }
  const registered = (await (await post('apps', { name: 'Mine', ...addresses, keys })).json()) as OwnApp
  username = as
  const answer = await post(`apps/${registered.clientId}/reach`, {})
  return { status: answer.status, body: (await answer.json()) as Reach }
}

describe('whether an app runs', () => {
  it('is told of one address of each origin: any answer is one, and no connection is none', async () => {
    const closed = 'http://127.0.0.1:9' // discard: nothing listens there
    const { body } = await reachOf({
      launchUrl: `${running}/launch`,
      redirectUris: [`${running}/callback`, `${closed}/callback`],
    })
    expect(body.items).toEqual([
      { url: `${running}/launch`, answers: true },
      { url: `${closed}/callback`, answers: false },
    ])
    expect(asked, 'no launch').toEqual(['GET /'])
  })

  it('is told to its own developer only', async () => {
    const before = asked.length
    const addresses = { launchUrl: `${running}/launch`, redirectUris: [`${running}/callback`] }
    expect((await reachOf(addresses, 'bram@demo.test')).status).toBe(404)
    expect(asked.length).toBe(before)
  })

  it('is not asked at the domain itself', async () => {
    const { body } = await reachOf({ launchUrl: `${SITE}/launch`, redirectUris: [`${SITE}/launch/callback`] })
    expect(body.items).toEqual([{ url: `${SITE}/launch`, answers: null }])
  })
})
