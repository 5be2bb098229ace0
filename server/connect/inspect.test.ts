// Verdicts on pasted tokens: the checks of their endpoint, nothing that the endpoint would not disclose, and no side effect.
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { toolChecks } from '#components/tools/check-texts.ts'
import type { TokenKind, TokenVerdict, ToolsMe } from '#lib/api/tools.ts'
import { STEPS } from '#lib/checks/steps.ts'
import { numericDate } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { clientAssertion, launchToken, registerApp, type TestApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'

const [MARIJKE, ADMIN] = ['marijke@demo.test', 'beheer@demo.test']
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

async function tools(env: Readonly<Record<string, string>> = {}, network?: Fetch) {
  let username: string | undefined
  const lines: string[] = []
  const keep = (facts: unknown, message: string) => lines.push(`${message} ${JSON.stringify(facts)}`)
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const log = { info: keep, warn: keep, error: keep }
  const domain = await testDomain(env, { viewer, log, ...(network ? { network } : {}) })
  const post = (body: unknown) =>
    domain.fetch('/tools/api/judge', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const judge = async (kind: TokenKind, token: string) => {
    const answer = await post({ kind, token })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return (await answer.json()) as TokenVerdict
  }
  return {
    ...domain,
    post,
    judge,
    logged: () => lines.join('\n'),
    endpoint: `${domain.domain.config.authUrl}/oauth2/token`,
    signIn: (name: string | undefined) => {
      username = name
    },
  }
}

const outcome = ({ checks }: TokenVerdict, name: string) => checks.find((check) => check.name === name)?.outcome
const failing = ({ checks }: TokenVerdict) => checks.filter((check) => check.outcome === 'fail').map(({ name }) => name)

describe('a launch token that is inspected', () => {
  it('is checked by every launch check of the authorize endpoint', async () => {
    const { judge, domain } = await tools()
    const { checks } = await judge('launch', await launchToken(domain, await registerApp(domain)))
    const names = checks.map(({ name }) => name)
    const ofAuthorize = STEPS.authorize.checks.filter((name) => name.startsWith('launch.'))
    expect(ofAuthorize.filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => !toolChecks.en[name])).toEqual([])
  })

  it('passes every check when it is good, and stays usable for a launch', async () => {
    const { judge, domain, fetch } = await tools()
    const app = await registerApp(domain)
    const launch = await launchToken(domain, app)
    for (let n = 0; n < 2; n++) {
      const verdict = await judge('launch', launch)
      expect([verdict.accepted, failing(verdict)]).toEqual([true, []])
      expect(verdict.checks.every((check) => check.outcome === 'pass')).toBe(true)
    }
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      scope: 'launch openid fhirUser',
      state: 's'.repeat(32),
      aud: `${domain.config.baseUrl}/fhir/DEFAULT`,
      launch,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    })
    const answer = await fetch(`/oauth2/authorize?${query}`)
    expect(answer.headers.get('location')).toContain('/idp/authorize')
    const used = await judge('launch', launch)
    expect([used.accepted, failing(used)]).toEqual([false, ['launch.unused']])
  })

  it.each([
    [{ exp: 1, iat: 0 }, ['launch.time']],
    [{ aud: 'Device/demo-portal' }, ['launch.app']],
    [{ aud: 'nobody' }, ['launch.app']],
    [{ iss: undefined, jti: 'short' }, ['launch.iss', 'launch.jti']],
    [{ iss: 'nobody' }, ['launch.platform']],
    [{ sub: 'Patient/nobody' }, ['launch.sub']],
    [{ resource: 'Task/nothing' }, ['launch.resource']],
    [{ intent: ' x' }, ['launch.intent']],
  ])('with %j fails %j', async (claims, expected) => {
    const { judge, domain } = await tools()
    const verdict = await judge('launch', await launchToken(domain, await registerApp(domain), claims))
    expect([verdict.accepted, failing(verdict)]).toEqual([false, expected])
    const [first] = verdict.checks.filter((check) => check.outcome === 'fail')
    expect(first?.expected).toMatch(/\.$/)
  })

  it('by a stranger gets no answer about the records of the domain', async () => {
    const { judge, domain } = await tools()
    const { privateKey } = await generateKeyPair('RS384')
    const forged = (sub: string) =>
      new SignJWT({ sub, resource: 'Task/sleep-diary-week-1', jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'RS384', typ: 'JWT' })
        .setIssuer('demo-portal')
        .setAudience('Device/demo-app')
        .setIssuedAt(numericDate(domain.clock()))
        .setExpirationTime(numericDate(domain.clock()) + 60)
        .sign(privateKey)
    const [real, invented] = [
      await judge('launch', await forged('Patient/marijke-jansen')),
      await judge('launch', await forged('Patient/x')),
    ]
    expect(failing(real)).toEqual(['launch.signature'])
    expect(real.checks.find(({ outcome }) => outcome === 'fail')?.expected).toMatch(/ Registered: \S+ \(\S+\)\.$/)
    expect(outcome(real, 'launch.sub')).toBe('not_reached')
    expect(real.checks).toEqual(
      invented.checks.map((check, index) => ({ ...check, received: real.checks[index]?.received ?? null })),
    )
  })

  it.each(['', 'x', 'a.b.c', 'e30.e30.', `${'x'.repeat(9000)}.e30.e30`])(
    'that is no JWT fails launch.jwt: %s',
    async (token) => {
      const { judge } = await tools()
      expect(failing(await judge('launch', token))).toEqual(['launch.jwt'])
    },
  )
})

describe('a client assertion that is inspected', () => {
  it('AST-01 to AST-19 gets every wrong claim named at once', async () => {
    const { judge, domain, endpoint, now } = await tools()
    const app = await registerApp(domain)
    const made = (claims: object = {}) => clientAssertion(app, endpoint, now(), { ...claims })
    expect(failing(await judge('assertion', await made()))).toEqual([])
    const many = await judge('assertion', await made({ aud: 'https://other.example', exp: 1, sub: 'x' }))
    expect(failing(many)).toEqual(['iss', 'aud', 'exp'])
    expect(outcome(many, 'proven')).toBe('not_reached')
    expect(failing(await judge('assertion', 'x'))).toEqual(['format'])
  })

  it('AST-15 AST-16 gets one answer for an unknown client, a disabled one and a wrong key, unless the caller owns the app or is administrator', async () => {
    const { judge, domain, endpoint, now, signIn } = await tools()
    const [app, disabled] = [await registerApp(domain, 'app'), await registerApp(domain, 'disabled')]
    await domain.registry.setClientStatus('disabled', 'disabled')
    const { privateKey } = await generateKeyPair('RS384')
    const cases: Readonly<Record<string, TestApp>> = {
      client: { ...app, clientId: 'nobody' },
      status: disabled,
      signature: { ...app, privateKey },
    }
    const judged = async (from: TestApp) =>
      (await judge('assertion', await clientAssertion(from, endpoint, now()))).checks
    const told = async (from: TestApp) => (await judged(from)).filter((check) => check.received === null)
    const expected = await told(cases['signature'] as TestApp)
    expect(expected.find((check) => check.outcome === 'fail')?.name).toBe('proven')
    for (const from of Object.values(cases)) expect(await told(from)).toEqual(expected)
    signIn(MARIJKE)
    for (const from of Object.values(cases)) expect(await told(from)).toEqual(expected)
    const own = (await domain.sql.row("SELECT id FROM account WHERE username = 'marijke@demo.test'")) as {
      id: string
    }
    await domain.sql.rows("UPDATE client SET ownerAccountId = ? WHERE clientId = 'app'", own.id)
    expect((await told(cases['signature'] as TestApp)).find((check) => check.outcome === 'fail')?.name).toBe(
      'signature',
    )
    expect(await told(cases['status'] as TestApp)).toEqual(expected)
    signIn(ADMIN)
    for (const [name, from] of Object.entries(cases))
      expect((await told(from)).find((check) => check.outcome === 'fail')?.name).toBe(name)
  })

  it('names the registered keys to an administrator, and to no stranger', async () => {
    const { judge, domain, endpoint, now, signIn } = await tools()
    const app = await registerApp(domain)
    const { privateKey } = await generateKeyPair('RS384')
    const failure = async () => {
      const { checks } = await judge('assertion', await clientAssertion({ ...app, privateKey }, endpoint, now()))
      return checks.find((check) => check.outcome === 'fail')?.expected
    }
    expect(await failure()).not.toContain(app.kid)
    signIn(ADMIN)
    expect(await failure()).toContain(`Registered: ${app.kid} (RS384).`)
  })

  it('AST-20 TOK-16 stays usable afterwards, and causes no request to the addresses that it names', async () => {
    const fetched: string[] = []
    const { judge, domain, endpoint, now, fetch } = await tools({}, async (input) => {
      fetched.push(String(input))
      return Response.json({ keys: [] })
    })
    const app = await registerApp(domain)
    const pointing = await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'RS384', kid: 'k', jku: 'https://evil.example/jwks', x5u: 'https://evil.example/x' })
      .setIssuer(app.clientId)
      .setSubject(app.clientId)
      .setAudience(endpoint)
      .setExpirationTime(numericDate(now()) + 60)
      .sign(app.privateKey)
    expect(failing(await judge('assertion', pointing))).toEqual(['proven'])
    expect(fetched).toEqual([])
    const assertion = await clientAssertion(app, endpoint, now())
    expect((await judge('assertion', assertion)).accepted).toBe(true)
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'system/*.rs',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    })
    expect((await fetch(endpoint, { method: 'POST', body })).status).toBe(200)
    expect(failing(await judge('assertion', assertion))).toEqual(['unused'])
  })
})

describe('an id_token that is inspected', () => {
  const idToken = async (
    domain: Awaited<ReturnType<typeof tools>>['domain'],
    claims: object = {},
    header: object = {},
  ) => {
    const { kid, alg, privateKey } = await domain.keys.ring('oauth').active()
    const now = numericDate(domain.clock())
    const payload = {
      iss: domain.config.authUrl,
      aud: 'my-app',
      sub: 'Patient/1',
      nonce: 'n',
      iat: now,
      exp: now + 300,
    }
    return new SignJWT({ ...payload, ...claims })
      .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
      .sign(privateKey)
  }

  it('passes when this server issued it', async () => {
    const { judge, domain } = await tools()
    expect((await judge('id_token', await idToken(domain))).accepted).toBe(true)
  })

  it.each([
    [{ iss: 'https://evil.example' }, {}, ['id_token.iss']],
    [{ exp: 1 }, {}, ['id_token.exp']],
    [{ aud: ['a', 'b'] }, {}, ['id_token.aud']],
    [{ sub: '' }, {}, ['id_token.sub']],
    [{}, { typ: 'at+jwt' }, ['id_token.header']],
    [{}, { kid: 'other' }, ['id_token.signature']],
  ])('APP-06 with %j and header %j fails %j', async (claims, header, expected) => {
    const { judge, domain } = await tools()
    expect(failing(await judge('id_token', await idToken(domain, claims, header)))).toEqual(expected)
  })
})

describe('who may have tokens inspected', () => {
  it('everybody in the demo; elsewhere administrators and owners of apps', async () => {
    const { post, signIn, domain, fetch } = await tools({ DEMO: 'false' })
    const body = { kind: 'launch', token: 'x' }
    const me = async () => (await (await fetch('/tools/api/me')).json()) as ToolsMe
    expect([(await post(body)).status, (await me()).mayJudge]).toEqual([401, false])
    signIn(MARIJKE)
    expect([(await post(body)).status, (await me()).mayJudge]).toEqual([403, false])
    const { id } = (await domain.sql.row('SELECT id FROM account WHERE username = ?', MARIJKE)) as {
      id: string
    }
    await registerApp(domain)
    await domain.sql.rows("UPDATE client SET ownerAccountId = ? WHERE clientId = 'test-app'", id)
    expect([(await post(body)).status, (await me()).mayJudge]).toEqual([200, true])
    signIn(ADMIN)
    expect([(await post(body)).status, (await me()).mayJudge]).toEqual([200, true])
  })

  it('LIM-01 one address thirty times in a row, and then gets 429', async () => {
    const { post } = await tools({ RATE_LIMIT: 'on' })
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await post({ kind: 'launch', token: 'x' })).status)
    expect([statuses[29], statuses[30]]).toEqual([200, 429])
  })

  it.each([
    {},
    { kind: 'x', token: 'x' },
    { kind: 'launch', token: 1 },
    { kind: 'launch', token: 'x'.repeat(20_000) },
    [],
    null,
  ])('nobody with the body %j, which gets 400', async (body) => {
    const { post } = await tools()
    const answer = await post(body)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'bad_request'])
  })

  it('nothing of an inspected token is logged', async () => {
    const { judge, post, domain, endpoint, now, logged } = await tools()
    const app = await registerApp(domain)
    const tokens = [await launchToken(domain, app), await clientAssertion(app, endpoint, now()), 'e30.e30.e30']
    for (const token of tokens)
      for (const kind of ['launch', 'assertion', 'id_token'] as const) await judge(kind, token)
    await post({ kind: 'launch', token: { secret: 'hunter2' } })
    for (const token of tokens) expect(logged()).not.toContain(token.split('.')[2])
    expect(logged()).not.toContain('hunter2')
  })
})
