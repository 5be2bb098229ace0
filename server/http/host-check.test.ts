// Names under which a service that is set up for one machine is asked (DNS rebinding; RFC 9110 §7.4).
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type RunningDomain, runningDomain } from '../testing/running.ts'

interface Asked {
  readonly host: string
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

const ask = ({ url }: RunningDomain, { host, path = '/metrics', method = 'GET', headers = {} }: Asked) =>
  new Promise<{ status: number | undefined; location: string | undefined; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.once('end', () => resolve({ status: answer.statusCode, location: answer.headers.location, text }))
    })
    asked.once('error', reject).end()
  })

describe('a service for this machine alone', () => {
  it('refuses a Host that a stranger could make resolve to this machine', async () => {
    const running = await runningDomain()
    const { port } = new URL(running.url)
    for (const name of [
      'evil.example',
      'localhost.evil.example',
      'evil.com',
      '127.0.0.1.nip.io',
      'a.localhost.evil.nl',
    ])
      for (const host of [name, `${name}:${port}`])
        for (const path of [
          '/metrics',
          '/livez',
          '/fhir/metadata',
          '/idp/login',
          '/traces/api',
          '/',
          '/openapi.json',
        ]) {
          const { status, text } = await ask(running, { host, path })
          expect([status, text.includes(name)], `${host}${path}`).toEqual([421, false])
          expect(text).toContain(`PUBLIC_URL is ${running.url}`)
        }
  })

  it('answers programs under every name and address of this machine', async () => {
    const running = await runningDomain()
    const { port } = new URL(running.url)
    const names = [
      'localhost',
      'LOCALHOST',
      '127.0.0.1',
      '[::1]',
      'app.localhost',
      '192.168.1.5',
      '10.1.2.3',
      '[fd00::1]',
    ]
    for (const name of [...names, '203.0.113.9', 'slipway', 'my-laptop.local', 'host.docker.internal', 'vm.lan'])
      for (const host of [name, `${name}:${port}`, `${name}:8080`])
        expect((await ask(running, { host, path: '/livez' })).status, host).toBe(200)
  })

  it('redirects a page that was opened under another loopback name to PUBLIC_URL, where the cookies are', async () => {
    const running = await runningDomain()
    const { port } = new URL(running.url)
    for (const name of ['127.0.0.1', '[::1]', 'app.localhost'])
      for (const path of ['/', '/portal?x=1', '/traces'])
        expect(await ask(running, { host: `${name}:${port}`, path })).toMatchObject({
          ...{ status: 307, location: running.url + path },
        })
    for (const host of [`localhost:${port}`, '127.0.0.1:8080', `192.168.1.5:${port}`]) // The last ones may be all that can be reached.
      expect((await ask(running, { host, path: '/' })).status, host).toBe(200)
    expect((await ask(running, { host: `127.0.0.1:${port}`, path: '/fhir/metadata' })).status).toBe(200)
    expect((await ask(running, { host: `127.0.0.1:${port}`, path: '/_next/static/x.js' })).status).toBe(200)
  })

  it('names PUBLIC_URL when a page under another address sends a change', async () => {
    const running = await runningDomain()
    const { port } = new URL(running.url)
    for (const host of [`192.168.1.5:${port}`, `my-laptop.local:${port}`, `127.0.0.1:${port}`])
      for (const origin of [`http://${host}`, 'null'])
        for (const path of ['/portal/launch', '/connect/api/apps', '/admin/api/apps']) {
          const { status, text } = await ask(running, { host, path, method: 'POST', headers: { origin } })
          expect(status, `${host}${path}`).toBe(421)
          expect(text).toContain('set PUBLIC_URL')
        }
    const launch = { host: `127.0.0.1:${port}`, path: '/launch', method: 'POST', headers: { origin: 'null' } }
    expect((await ask(running, launch)).status, 'a platform launches under the name that it knows').not.toBe(421)
  })

  it('leaves the check of names to the proxy when PUBLIC_URL is public', async () => {
    const running = await runningDomain({ PUBLIC_URL: 'https://slipway.example', SLIPWAY_ENV: 'development' })
    for (const host of ['slipway.example', 'internal.example', '10.0.0.1'])
      for (const path of ['/livez', '/', '/fhir/metadata'])
        expect((await ask(running, { host, path })).status, host + path).toBe(200)
  })
})
