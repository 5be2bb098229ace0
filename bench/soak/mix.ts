// A domain's daily work on a small scale: launches and tokens, reads and walks, documents and pages, and as many refused
// attempts.
import type { Connection } from '../connection.ts'
import { CREDENTIALS, tokenForm } from '../domain.ts'
import type { Work } from '../load.ts'
import { loginPath } from '../pages/visitors.ts'
import { assertHas, assertStatus, type Bench, bearers, get, nextOf, post } from '../requests.ts'
import { cookieLine, follow, launcher } from '../rows/tokens.ts'
import { administratorCookie, peoplesOperations, rotation } from './people.ts'

export interface Mix {
  /** By name, in the order in which they are repeated. */
  readonly always: Readonly<Record<string, Work>>
  /** Run only occasionally. */
  readonly rarely: Readonly<Record<string, Work>>
}

/** All operations on a server. `pages`: whether it has the pages of the interface, which Next serves. */
export async function mix(bench: Bench, pages: boolean): Promise<Mix> {
  const cookie = await administratorCookie(bench)
  const html = `accept: text/html\r\ncookie: ${cookie}\r\n`
  return {
    always: {
      ...(await appsOperations(bench)),
      ...refusedOperations(bench),
      ...peoplesOperations(bench, cookie, pages),
      document: eachOf(bench, DOCUMENTS, ''),
      ...(pages ? { page: eachOf(bench, PAGES, '</html>', html) } : {}),
    },
    rarely: { 'rotation of keys': rotation(bench, cookie) },
  }
}

const DOCUMENTS = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/smart-configuration',
  '/.well-known/oauth-protected-resource/fhir',
  '/fhir/DEFAULT/.well-known/smart-configuration',
  '/fhir/DEFAULT/metadata',
  '/idp/.well-known/openid-configuration',
  ...['/oauth2/jwks', '/idp/jwks', '/portal/jwks', '/launch/jwks'],
  ...['/openapi.json', '/livez', '/readyz', '/metrics'],
]

const PAGES = [
  ...['/', '/portal', '/portal/compose', '/traces', '/admin', '/browse', '/connect'],
  ...['/docs', '/docs/errors', '/tools'],
]

/** Gets one of the paths after the other, whose answers contain a sign. */
function eachOf({ slipway }: Bench, paths: readonly string[], sign: string, headers = ''): Work {
  let turn = 0
  return async (connection) => {
    const path = paths[turn++ % paths.length] ?? '/'
    const { status, body } = await connection.ask(get(slipway, path, undefined, headers))
    if (status !== 200 || !body.includes(sign)) throw new Error(`${path}: status ${status}: ${body.subarray(0, 300)}`)
  }
}

/** Operations of apps and platforms, by name. */
async function appsOperations(bench: Bench): Promise<Readonly<Record<string, Work>>> {
  const { slipway, domain } = bench
  const { launchToken, prepare, launch } = await launcher(bench)
  const bearer = bearers(bench)
  const idOf = (turn: number) => domain.patients[(turn * 7919) % domain.patients.length] ?? ''
  const fhir = async (connection: Connection, target: string) =>
    connection.ask(get(slipway, `/fhir/DEFAULT/${target}`, await bearer()))
  return {
    launch: async (connection) => launch(connection, await prepare()),
    token: async (connection) => {
      const form = await tokenForm(domain, CREDENTIALS)
      assertHas(await connection.ask(post(slipway, '/oauth2/token', form)), 'access_token')
    },
    introspect: async (connection) => {
      const form = await tokenForm(domain, { token: await bearer() })
      assertHas(await connection.ask(post(slipway, '/oauth2/introspect', form)), 'active', true)
    },
    read: async (connection, turn) => assertHas(await fhir(connection, `Patient/${idOf(turn)}`), 'id', idOf(turn)),
    list: async (connection, turn) =>
      assertHas(await fhir(connection, `Patient?_count=20&name=${turn % 2 ? 'a' : 'e'}`), 'resourceType', 'Bundle'),
    walk: async (connection) => {
      let answer = await fhir(connection, 'Patient?_count=100')
      for (let page = 0; page < 4; page += 1) {
        const next = nextOf(answer)
        if (!next) throw new Error('The walk ended early')
        answer = await connection.ask(get(slipway, next, await bearer()))
      }
    },
    'launch that goes nowhere': async (connection) => {
      const query = new URLSearchParams({ iss: `${domain.publicUrl}/fhir/DEFAULT`, launch: await launchToken() })
      assertStatus(await connection.ask(get(slipway, `/launch?${query}`)), 302)
    },
    'login page that nobody uses': async (connection) => {
      const { answer, target } = await follow(connection, get(slipway, loginPath(domain.publicUrl)))
      assertStatus(await connection.ask(get(slipway, target, undefined, cookieLine(answer))), 200)
    },
  }
}

const refusedOperations = ({ slipway, domain }: Bench): Readonly<Record<string, Work>> => ({
  'refused token': async (connection) => {
    const form = (await tokenForm(domain, CREDENTIALS)).replace(/.{40}$/, 'A'.repeat(40))
    assertStatus(await connection.ask(post(slipway, '/oauth2/token', form)), 401)
  },
  'refused launch': async (connection, turn) =>
    assertStatus(await connection.ask(get(slipway, `/oauth2/authorize?client_id=nobody-${turn}&state=s`)), 400),
  'refused read': async (connection) =>
    assertStatus(await connection.ask(get(slipway, '/fhir/DEFAULT/Patient', 'no token')), 401),
})
