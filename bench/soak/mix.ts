// A domain's daily work on a small scale: launches and tokens, reads and walks, and as many refused attempts.
import { type Answer, type Connection, headerOf } from '../connection.ts'
import { CREDENTIALS, tokenForm } from '../domain.ts'
import type { Bench } from '../row.ts'
import { bearers, get, post } from '../rows/requests.ts'
import { assertHas, launcher } from '../rows/tokens.ts'
import { readersOperations } from './documents.ts'
import type { Operation } from './operation.ts'
import { administratorCookie, peoplesOperations, rotation } from './people.ts'

export interface Mix {
  /** By name, in the order in which they are repeated. */
  readonly always: Readonly<Record<string, Operation>>
  /** Run only occasionally. */
  readonly rarely: Readonly<Record<string, Operation>>
}

/** All operations on a server. `pages`: whether it has the pages of the interface, which Next serves. */
export async function mix(bench: Bench, pages: boolean): Promise<Mix> {
  return {
    always: {
      ...(await appsOperations(bench)),
      ...(await peoplesOperations(bench, pages)),
      ...readersOperations(bench, await administratorCookie(bench), pages),
    },
    rarely: { 'rotation of keys': await rotation(bench) },
  }
}

/** Operations of apps and platforms, by name. */
async function appsOperations(bench: Bench): Promise<Readonly<Record<string, Operation>>> {
  const { slipway, domain } = bench
  const { launchToken, prepare, launch } = await launcher(bench)
  const bearer = bearers(bench)
  const idOf = (turn: number) => domain.patients[(turn * 7919) % domain.patients.length] ?? ''
  const fhir = async (connection: Connection, target: string) =>
    connection.ask(get(slipway, `/fhir/DEFAULT/${target}`, await bearer()))

  return {
    launch: async (connection) => launch(connection, await prepare()),
    token: async (connection) =>
      assertHas(
        await connection.ask(post(slipway, '/oauth2/token', await tokenForm(domain, CREDENTIALS))),
        'access_token',
      ),
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
      expectStatus(await connection.ask(get(slipway, `/launch?${query}`)), 302)
    },
    'login page that nobody uses': async (connection) => {
      const query = new URLSearchParams({
        client_id: 'slipway-portal',
        redirect_uri: `${domain.publicUrl}/api/auth/callback/shared-idp`,
        response_type: 'code',
        scope: 'openid',
        nonce: crypto.randomUUID(),
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })
      const answer = await connection.ask(get(slipway, `/idp/authorize?${query}`))
      const { pathname, search } = new URL(headerOf(answer, 'location') ?? '')
      expectStatus(await connection.ask(get(slipway, pathname + search, undefined, cookieOf(answer))), 200)
    },
    'refused token': async (connection) => {
      const form = await tokenForm(domain, CREDENTIALS)
      expectStatus(await connection.ask(post(slipway, '/oauth2/token', form.replace(/.{40}$/, 'A'.repeat(40)))), 401)
    },
    'refused launch': async (connection, turn) =>
      expectStatus(await connection.ask(get(slipway, `/oauth2/authorize?client_id=nobody-${turn}&state=s`)), 400),
    'refused read': async (connection) =>
      expectStatus(await connection.ask(get(slipway, '/fhir/DEFAULT/Patient', 'no token')), 401),
  }
}

const cookieOf = (answer: Answer) => `cookie: ${/^[^;]+/.exec(headerOf(answer, 'set-cookie') ?? '')?.[0] ?? ''}\r\n`

function expectStatus({ status, body }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`status ${status} for ${expected}: ${body.toString().slice(0, 300)}`)
}

function nextOf({ body }: Answer): string | undefined {
  const { link = [] } = JSON.parse(body.toString()) as { link?: { relation: string; url: string }[] }
  const url = link.find(({ relation }) => relation === 'next')?.url
  if (url === undefined) return undefined
  const { pathname, search } = new URL(url)
  return pathname + search
}
