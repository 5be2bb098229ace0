// A domain's daily work on a small scale: launches and tokens, reads and walks, documents and pages, and as many refused
// attempts.

import { loginPath } from '../../e2e/waterfall/visitors.ts'
import type { Connection } from '../connection.ts'
import { CREDENTIALS, tokenForm } from '../domain.ts'
import type { Work } from '../load.ts'
import { assertHas, assertStatus, type Bench, get, nextOf, post, sessionCookie } from '../requests.ts'
import { cookieLine, follow, introspection, launcher, type Operation, token } from '../rows/tokens.ts'
import { peoplesOperations, rotation } from './people.ts'

type Operations = Readonly<Record<string, Work>>

/** All operations on a server, by name: those that are repeated in their order, and those that run only occasionally. */
export async function mix(bench: Bench, pages: boolean): Promise<{ always: Operations; rarely: Operations }> {
  const { publicUrl } = bench.domain
  const cookie = await sessionCookie(bench.domain, 'beheer@demo.test')
  const html = `accept: text/html\r\ncookie: ${cookie}\r\n`
  return {
    always: {
      ...appsOperations(bench),
      ...refusedOperations(bench),
      ...peoplesOperations(publicUrl, cookie, pages),
      document: eachOf(bench, DOCUMENTS, ''),
      ...(pages ? { page: eachOf(bench, PAGES, '</html>', html) } : {}),
    },
    rarely: { 'rotation of keys': rotation(publicUrl, cookie) },
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
function eachOf({ server }: Bench, paths: readonly string[], sign: string, headers = ''): Work {
  let turn = 0
  return async (connection) => {
    const path = paths[turn++ % paths.length] ?? '/'
    const { status, body } = await connection.ask(get(server, path, '', headers))
    if (status !== 200 || !body.includes(sign)) throw new Error(`${path}: status ${status}: ${body.subarray(0, 300)}`)
  }
}

const atOnce =
  <T>({ prepare, use }: Operation<T>): Work =>
  async (connection) =>
    use(connection, await prepare())

/** Operations of apps and platforms, by name. */
function appsOperations(bench: Bench): Operations {
  const { server, domain, bearer } = bench
  const launch = launcher(bench)
  const idOf = (turn: number) => domain.patients[(turn * 7919) % domain.patients.length] ?? ''
  const fhir = async (connection: Connection, target: string) =>
    connection.ask(get(server, `/fhir/DEFAULT/${target}`, await bearer()))
  return {
    launch: atOnce(launch),
    token: atOnce(token(bench)),
    introspect: atOnce(introspection(bench)),
    read: async (connection, turn) => assertHas(await fhir(connection, `Patient/${idOf(turn)}`), 'id', idOf(turn)),
    list: async (connection, turn) =>
      assertHas(await fhir(connection, `Patient?_count=20&name=${turn % 2 ? 'a' : 'e'}`), 'resourceType', 'Bundle'),
    walk: async (connection) => {
      let answer = await fhir(connection, 'Patient?_count=100')
      for (let page = 0; page < 4; page += 1) {
        const next = nextOf(answer)
        if (!next) throw new Error('The walk ended early')
        answer = await connection.ask(get(server, next, await bearer()))
      }
    },
    'launch that goes nowhere': async (connection) => {
      const query = new URLSearchParams({ iss: `${domain.publicUrl}/fhir/DEFAULT`, launch: await launch.launchToken() })
      assertStatus(await connection.ask(get(server, `/launch?${query}`)), 302)
    },
    'login page that nobody uses': async (connection) => {
      const { answer, target } = await follow(connection, get(server, loginPath(domain.publicUrl)))
      assertStatus(await connection.ask(get(server, target, '', cookieLine(answer))), 200)
    },
  }
}

const refusedOperations = ({ server, domain }: Bench): Operations => ({
  'refused token': async (connection) => {
    const form = (await tokenForm(domain, CREDENTIALS)).replace(/.{40}$/, 'A'.repeat(40))
    assertStatus(await connection.ask(post(server, '/oauth2/token', form)), 401)
  },
  'refused launch': async (connection, turn) =>
    assertStatus(await connection.ask(get(server, `/oauth2/authorize?client_id=nobody-${turn}&state=s`)), 400),
  'refused read': async (connection) =>
    assertStatus(await connection.ask(get(server, '/fhir/DEFAULT/Patient', 'no token')), 401),
})
