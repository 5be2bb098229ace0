// The person who logged in has to be the person of the launch (conformance IDP-08, IDP-09, AUZ-36).
import { describe, expect, it } from 'vitest'
import { expectErrorRedirect } from '../testing/answers.ts'
import {
  type AuthorizationServer,
  authorizationServer,
  type TestOptions,
  USERNAMES,
} from '../testing/authorization-server.ts'

type Claims = Readonly<Record<string, unknown>>

const logIn = async (as: AuthorizationServer, claims: Claims) => as.logIn(await as.authorize(), claims)

async function expectMatch(claims: Claims, person: Claims, options: TestOptions = {}): Promise<void> {
  expect(await locationFor(claims, person, options)).toContain('code=')
}

async function expectMismatch(claims: Claims, person: Claims, options: TestOptions = {}): Promise<void> {
  expect(await locationFor(claims, person, options)).toContain('error=access_denied')
}

async function locationFor(claims: Claims, person: Claims, options: TestOptions): Promise<string> {
  const as = await authorizationServer(options)
  as.resources['Patient/anna'] = { resourceType: 'Patient', id: 'anna', ...person }
  return (await logIn(as, claims)).headers.get('location') ?? ''
}

const named = (value: unknown, system: unknown = USERNAMES) => ({ identifier: [{ system, value }] })

describe('user match', () => {
  it('AUZ-36 IDP-17 refuses another person and says nothing about either of them', async () => {
    const as = await authorizationServer()
    const description = expectErrorRedirect(
      await logIn(as, { preferred_username: 'bram@example.org' }),
      'access_denied',
    )
    expect(description).toBe('user.match: the person who signed in must be the person of the launch.')
    expect(await as.sql.rows('SELECT * FROM authorization_code')).toEqual([])
  })

  it('IDP-08 compares after NFC and lower case, and in no other way', async () => {
    await expectMatch({ preferred_username: 'Anna@Example.org' }, named('anna@EXAMPLE.org'))
    await expectMatch({ preferred_username: 'ren\u00e9@example.org' }, named('rene\u0301@example.org'))
    await expectMismatch({ preferred_username: ' anna@example.org' }, named('anna@example.org'))
    await expectMismatch({ preferred_username: 'anna' }, named('anna@example.org'))
    await expectMismatch({ preferred_username: '\u0130nan@example.org' }, named('inan@example.org'))
    await expectMismatch({ preferred_username: '.*' }, named('anna@example.org'))
  })

  it.each([
    '\u212aees@example.org',
    '\u212aEES@EXAMPLE.ORG',
    'kees@example.org\u037e',
    'Kees\u200b@example.org',
    'кees@example.org',
  ])(
    'IDP-08 takes %j for nobody who is known: a character that only looks like another, or becomes it in Unicode',
    async (claimed) => {
      const as = await authorizationServer()
      as.resources['Patient/anna'] = {
        ...as.resources['Patient/anna'],
        identifier: ['kees@example.org', 'kees@example.org;'].map((value) => ({ system: USERNAMES, value })),
      }
      const response = await as.logIn(await as.authorize(), { preferred_username: claimed })
      expectErrorRedirect(response, 'access_denied')
      expect(
        (await as.logIn(await as.authorize(), { preferred_username: 'Kees@example.org' })).headers.get('location'),
      ).toContain('code=')
    },
  )

  it('IDP-08 refuses a claim that is absent, empty or no text', async () => {
    for (const preferred_username of [undefined, '', null, 7, ['anna@example.org'], true])
      await expectMismatch({ preferred_username }, named('anna@example.org'))
    await expectMismatch({ preferred_username: '' }, named(''))
    await expectMismatch({ email: 'anna@example.org', email_verified: true }, named('anna@example.org'))
  })

  it('IDP-08 counts an e-mail address only when the provider verified it', async () => {
    const email = 'anna@example.org'
    const options = { claim: 'email' }
    await expectMatch({ email, email_verified: true }, named(email), options)
    for (const email_verified of [false, undefined, 'true', 1])
      await expectMismatch({ email, email_verified }, named(email), options)
  })

  it('IDP-09 matches by system and value', async () => {
    const claims = { preferred_username: 'anna@example.org' }
    for (const system of ['https://mrn.example', undefined, '', `${USERNAMES}/`])
      await expectMismatch(claims, {
        identifier: [
          { system, value: 'anna@example.org' },
          { system: USERNAMES, value: 'x' },
        ],
      })
    await expectMatch(claims, {
      identifier: [null, 'x', { value: 'anna@example.org' }, { system: USERNAMES, value: 'anna@example.org' }],
    })
    for (const identifier of [undefined, {}, 'anna@example.org', []]) await expectMismatch(claims, { identifier })
  })

  it('IDP-08 opens the launch of its person, though a second active Patient has the same user name', async () => {
    const as = await authorizationServer()
    as.resources['Patient/twin'] = { resourceType: 'Patient', id: 'twin', ...named('anna@example.org') }
    const login = await logIn(as, { preferred_username: 'anna@example.org' })
    expect(login.headers.get('location')).toContain('code=')
    const [{ grant = '' } = {}] = await as.sql.rows('SELECT "grant" FROM authorization_code')
    expect(JSON.parse(String(grant))).toMatchObject({ launch: { sub: 'Patient/anna' } })
  })

  it('refuses a person whose record is inactive or deleted', async () => {
    const claims = { preferred_username: 'anna@example.org' }
    await expectMismatch(claims, { ...named('anna@example.org'), active: false })
    await expectMatch(claims, { ...named('anna@example.org'), active: true })
    const as = await authorizationServer()
    const login = await as.authorize()
    delete as.resources['Patient/anna']
    expectErrorRedirect(await as.logIn(login), 'access_denied')
  })
})

describe('a provider that remembers somebody else', () => {
  const BRAM = { preferred_username: 'bram@example.org' }
  const remembered = { ...BRAM, auth_time: 1_000_000_000 }

  it.each([
    ['who signed in long ago', remembered],
    ['of whom it does not say when they signed in', { ...BRAM, auth_time: undefined }],
  ])(
    'IDP-17 is asked once more, with prompt=login, for the person of the launch, where it answers for one %s',
    async (_, claims) => {
      const as = await authorizationServer()
      const again = await logIn(as, claims)
      const asked = new URL(again.headers.get('location') ?? '')
      expect(asked.origin).toBe(new URL(as.idp.issuer).origin)
      expect(Object.fromEntries(asked.searchParams)).toMatchObject({ prompt: 'login', login_hint: 'anna@example.org' })
      expect(await as.sql.rows('SELECT * FROM authorization_code')).toEqual([])
      const anna = await as.logIn(again, { preferred_username: 'anna@example.org' })
      expect(anna.headers.get('location')).toContain('code=')
    },
  )

  it('AUZ-36 is asked no third time: a person who is still another one is refused', async () => {
    const as = await authorizationServer()
    const again = await logIn(as, remembered)
    expectErrorRedirect(await as.logIn(again, { ...BRAM, auth_time: undefined }), 'access_denied')
    expect(await as.sql.rows('SELECT * FROM authorization_code')).toEqual([])
  })

  it('AUZ-36 is not asked again when the app wanted no page or a new login, or when nobody can match', async () => {
    const as = await authorizationServer()
    for (const prompt of ['none', 'login', 'select_account'])
      expectErrorRedirect(
        await as.logIn(await as.authorize({ prompt }), { ...BRAM, auth_time: undefined }),
        'access_denied',
      )
    as.resources['Patient/anna'] = { resourceType: 'Patient', id: 'anna' }
    expectErrorRedirect(await logIn(as, remembered), 'access_denied')
  })
})
