// Every operation behind the pages, called with access to it, and its answer compared with the description.
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import type { AuditList } from '#lib/api/audit.ts'
import type { ComposeTicket } from '#lib/api/compose.ts'
import type { OwnApp } from '#lib/api/connect.ts'
import type { PortalTaskChoices, PortalTaskWritten } from '#lib/api/portal.ts'
import type { SubscriptionChoices } from '#lib/api/subscriptions.ts'
import type { TraceDetail, TraceList, TraceShareList } from '#lib/api/traces.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { signLogoutToken } from '#lib/oauth/logout-token.ts'
import { signNotification } from '../subscriptions/signature.ts'
import { clientWriter, subscriptionOf } from '../subscriptions/testing/subscribed.ts'
import { clientAssertion, launchToken, registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { expectDescribed, operationNamed, operationsOf, schemasOf } from './testing/described.ts'

const SITE = 'http://localhost:3000'
const BEHIND_PAGES =
  /^\/(portal|browse|account|admin|connect|tools|traces|subscriptions|launch\/api|idp\/(login|signup|logout))/

const JSON_TYPE = /^application\/(fhir\+)?json$/

/** `body` is sent as the description says, a cookie as it is. */
interface CallParts {
  readonly path?: object
  readonly query?: string
  readonly body?: object
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A domain with a signed-in person, whose answers are compared with the description; collects the successful ones. */
async function signedIn() {
  let username: string | undefined = 'beheer@demo.test'
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const test = await testDomain({}, { viewer })
  const document = await test.domain.peers.openapi.describe()
  const ajv = schemasOf(document)
  const operations = operationsOf(document)
  const done = new Set<string>()

  /** Calls an operation by its id. */
  const call = async (operationId: string, { path = {}, query = '', body, cookie, headers = {} }: CallParts = {}) => {
    const described = operationNamed(operations, operationId)
    const type = Object.keys(described.operation.requestBody?.content ?? {})[0]
    const at = Object.entries(path).reduce(
      (url, [name, value]) => url.replace(`{${name}}`, String(value)),
      described.path,
    )
    const response = await test.fetch(`${SITE}${at}${query}`, {
      method: described.method.toUpperCase(),
      headers: { origin: SITE, ...(cookie ? { cookie } : {}), ...(type ? { 'content-type': type } : {}), ...headers },
      ...(type && JSON_TYPE.test(type) ? { body: JSON.stringify(body) } : {}),
      ...(type && !JSON_TYPE.test(type) ? { body: new URLSearchParams(body as Record<string, string>) } : {}),
    })
    await expectDescribed(ajv, described, response.clone())
    if (response.status < 400) done.add(operationId)
    return response
  }
  return {
    ...test,
    call,
    done,
    behindPages: operations.filter(({ path }) => BEHIND_PAGES.test(path)).map(({ operation }) => operation.operationId),
    as: (name: string | undefined) => {
      username = name
    },
  }
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>

/** The page of a user, the own account, and a link for a new password; Noor has an account. */
async function useAccounts({ call, domain, as }: Pick<SignedIn, 'call' | 'domain' | 'as'>): Promise<void> {
  const noor = await domain.storage.accounts.named('noor@demo.test')
  const [path, nobody] = [{ user_id: noor?.id ?? '' }, { user_id: 'nobody' }]
  await domain.portalSessions.begin(noor?.id ?? '', 'sid-1', { network: '192.0.2.7', browser: 'Firefox, Linux' })
  for (const one of [path, nobody]) await call('adminUser', { path: one })
  for (const sid of [null, 'no-session']) await call('adminSignOutUser', { path, body: { sid } })
  await call('adminLockUser', { path, body: {} })
  await call('adminPasswordLink', { path, body: {} })
  await call('adminUnlockUser', { path, body: {} })
  const made = (await (await call('adminPasswordLink', { path, body: {} })).json()) as { readonly url: string }
  const secret = new URL(made.url).hash.slice(1)
  await call('passwordLinkOwner', { body: { secret } })
  for (const password of ['short', 'a-second-password', 'a-third-password'])
    await call('passwordLink', { body: { secret, password } })
  await call('passwordLinkOwner', { body: { secret } })
  as(undefined)
  for (const operation of ['account', 'accountName', 'accountPassword', 'accountEndSession'])
    await call(operation, { body: { name: 'x', present: 'x', next: 'a-long-password', sid: 'x' } })
  as('noor@demo.test')
  await domain.portalSessions.begin(noor?.id ?? '', 'sid-2')
  await call('account')
  for (const sid of ['sid-2', 'sid-2']) await call('accountEndSession', { body: { sid } })
  for (const present of ['wrong', 'a-second-password'])
    await call('accountPassword', { body: { present, next: 'a-long-password' } })
  for (const name of ['Noor de Wit', '']) await call('accountName', { body: { name } })
  as('beheer@demo.test')
  await call('accountName', { body: { name: 'x' } })
  await call('accountPassword', { body: { present: 'demo', next: 'a-long-password' } })
}

async function useConsole({ call, domain, now, ...more }: SignedIn): Promise<void> {
  const { publicKey } = await generateKeyPair('RS384', { extractable: true })
  const app = {
    ...{ name: 'My app', kind: 'module', redirectUris: ['https://my.app/cb'], launchUrl: 'https://my.app/launch' },
    ...{ role: 'reader', keys: { jwks: JSON.stringify(await exportJWK(publicKey)) } },
  }
  const path = { client_id: 'my-app' }
  await call('adminMe')
  await call('adminAddApp', { body: { clientId: 'my-app', ...app } })
  await call('adminAddApp', { body: { clientId: 'my-app', ...app } })
  await call('adminAddApp', { body: { clientId: 'other', ...app, redirectUris: ['nonsense'] } })
  await call('adminApps')
  await call('adminApp', { path })
  await call('adminApp', { path: { client_id: 'nobody' } })
  await call('adminEditApp', { path, body: { ...app, name: 'Renamed', keys: {} } })
  await call('adminEditApp', { path, body: { name: 7 } })
  await call('adminAppStatus', { path, body: { status: 'disabled' } })
  const gone = { client_id: 'gone' }
  await call('adminAddApp', { body: { clientId: 'gone', ...app } })
  await call('adminDeleteApp', { path: gone, body: {} })
  await call('adminAppStatus', { path: gone, body: { status: 'disabled' } })
  await call('adminDeleteApp', { path: gone, body: {} })
  await call('adminRoles')
  await call('adminSaveRole', {
    body: { name: 'r', permissions: [{ resourceType: 'Task', scope: 'all', operations: 'rs', grantedBy: [] }] },
  })
  await call('adminSaveRole', {
    body: { name: 'r', permissions: [{ resourceType: 'Nonsense', scope: 'all', operations: 'rs', grantedBy: [] }] },
  })
  await call('adminUsers')
  await call('adminAddUser', {
    body: { username: 'noor@demo.test', name: 'Noor Mulder', role: 'patient', password: 'a-long-password' },
  })
  const added = { user_id: (await domain.storage.accounts.named('noor@demo.test'))?.id ?? '' }
  for (const birthDate of ['1990-05-17', '1990-05-17', 'x'])
    await call('adminMakeRecord', { path: added, body: { birthDate, gender: 'female' } })
  await call('adminUserRole', { body: { username: 'noor@demo.test', role: 'practitioner' } })
  await call('adminUserRole', { body: { username: 'beheer@demo.test', role: 'patient' } })
  await useAccounts({ call, domain, ...more })
  await call('adminDeleteUser', { body: { username: 'noor@demo.test' } })
  await call('adminDeleteUser', { body: { username: 'noor@demo.test' } })
  await call('adminDeleteUser', { body: { username: 'beheer@demo.test' } })
  await call('adminDeleteRole', { body: { name: 'r' } })
  await call('adminDeleteRole', { body: { name: 'reader' } })
  await call('adminStatus')
  await call('adminDoctor')
  await call('adminDoctorOfOthers', { body: {} })
  const wanted = { name: 'ci', scopes: ['launch'], days: 1 }
  const made = (await (await call('adminAddToken', { body: wanted })).json()) as { readonly id: string }
  await call('adminAddToken', { body: { ...wanted, scopes: [] } })
  await call('adminTokens')
  await call('adminRevokeToken', { body: { id: made.id } })
  await call('adminRevokeToken', { body: { id: made.id } })
  await call('adminData')
  await call('adminImport', { query: '?check=perhaps', body: { no: 'resource' } })
  await (await call('adminImport', { query: '?name=a.ndjson', body: { no: 'resource' } })).text()
  await call('adminSamples')
  await call('adminPutDemoBack')
  await call('adminKeys')
  const { items } = (await (await call('adminRotateKey', { body: { owner: 'launch', now: true } })).json()) as {
    readonly items: readonly { readonly kid: string; readonly owner: string; readonly status: string }[]
  }
  const kid = items.find(({ owner, status }) => owner === 'launch' && status === 'retired')?.kid
  await call('adminRevokeKey', { body: { kid } })
  await call('adminTestKey', { body: { jwksUrl: 'http://localhost:1/none' } })
  const assertion = await clientAssertion(await registerApp(domain), `${SITE}/oauth2/token`, now())
  await call('adminTestAssertion', { body: { assertion } })
  await call('adminTestAssertion', { body: { assertion: 'nonsense' } })
}

async function readAuditLog({ as, call }: SignedIn): Promise<void> {
  await call('adminAudit') // An administrator is none.
  await call('adminAuditExport')
  await call('adminAddUser', {
    body: { username: 'lot@demo.test', name: 'Lot Bos', role: 'auditor', password: 'a-long-password' },
  })
  as('lot@demo.test')
  const { items } = (await (await call('adminAudit', { query: '?name=change' })).json()) as AuditList
  await call('adminAudit', { query: '?outcome=9' })
  await call('adminAuditExport', { query: '?name=change' })
  await call('adminAuditExport', { query: '?outcome=9' })
  await call('adminAuditEvent', { path: { id: items[0]?.id } })
  await call('adminAuditEvent', { path: { id: 'nothing' } })
}

async function usePortal({ as, call, domain, now }: SignedIn): Promise<void> {
  as('daan@demo.test')
  await call('portalMe')
  const first = (await (await call('portalPatients')).json()) as { readonly next: string }
  await call('portalPatients', { query: `?next=${encodeURIComponent(first.next)}` })
  await call('portalPatients')
  await call('portalWork')
  await call('portalWork', { query: '?next=x' })
  await call('portalTasks', { query: '?patient=marijke-jansen' })
  await call('portalTasks', { query: '?patient=' })
  await call('portalLaunch', { body: { task: 'nothing' } })
  const query = '?patient=marijke-jansen'
  const { key, people, activities } = (await (await call('portalTaskChoices', { query })).json()) as PortalTaskChoices
  const giving = { key, patient: 'marijke-jansen', owner: people[0]?.reference, activity: activities[0]?.reference }
  const given = (await (await call('portalGiveTask', { body: giving })).json()) as PortalTaskWritten
  await call('portalGiveTask', { body: { ...giving, owner: 'Patient/bram-de-boer' } })
  await call('portalCancelTask', { body: { task: given.reference, version: '1' } })
  await call('portalCancelTask', { body: { task: given.reference, version: '1' } })
  await call('portalFreshTask')
  as('marijke@demo.test')
  await call('portalFreshTask')
  as('daan@demo.test')
  await call('portalTaskStream', { query })
  await call('portalTaskStream')
  const requestId = crypto.randomUUID()
  const endpoint = `${SITE}/portal/api/notified`
  const signed = { issuer: SITE, endpoint, subscriptionId: 's', requestId, eventId: 'e', number: 1, now: now() }
  const notification = {
    'x-slipway-signature': await signNotification(domain.keys.ring('oauth'), signed),
    'x-slipway-subscription': 'Subscription/s',
    'x-slipway-event-number': '1',
    'x-request-id': requestId,
  }
  await call('portalNotified', { headers: notification })
  await call('portalNotified')
  const logout = async (from: 'idp' | 'oauth', issuer: string, audience: string) => {
    const signer = { issuer, keys: domain.keys.ring(from), clock: now, random: systemRandom }
    return { logout_token: await signLogoutToken(signer, { audience, sid: 'a session' }) }
  }
  await call('portalLogout', { body: await logout('idp', `${SITE}/idp`, 'slipway-portal') })
  await call('portalLogout', { body: { logout_token: 'x' } })
  await call('launchLogout', { body: await logout('oauth', SITE, 'demo-app') })
  as('marijke@demo.test')
  await call('portalMe')
  await call('portalTasks')
  await call('portalTaskChoices', { query: '?patient=marijke-jansen' })
  await call('portalCancelTask', { body: { task: 'Task/sleep-diary-week-1', version: '1' } })
  await call('portalTasks', { query: '?patient=bram-de-boer' })
  await call('portalLaunch', { body: { task: 'sleep-diary-week-1' } })
  await call('portalJwks')
}

async function useBrowser(test: SignedIn): Promise<void> {
  const { as, call } = test
  await call('browseSession')
  await call('browseFhir', { query: '?path=Patient/marijke-jansen' })
  await call('browseTypes')
  await call('browseWriters', { query: '?record=Task/sleep-diary-week-1' })
  as('marijke@demo.test')
  await call('browseSession')
  await call('browseFhir', { query: '?path=Patient/marijke-jansen' })
  await call('browseTypes')
  await call('browseWriters', { query: '?record=Task/sleep-diary-week-1' })
  as('daan@demo.test')
  await call('browseSession')
  await call('browseTypes')
  for (const path of [
    'Patient/marijke-jansen',
    'Patient?_count=2',
    'Patient/nobody',
    'Patient?_count=x',
    'https://evil',
  ])
    await call('browseFhir', { query: `?path=${encodeURIComponent(path)}` })
  for (const record of ['Task/sleep-diary-week-1', 'Task', ''])
    await call('browseWriters', { query: `?record=${record}` })
  await changeRecords(test)
  await call('browseJwks')
}

async function changeRecords({ as, call, domain }: SignedIn): Promise<void> {
  const text = (await domain.resources.readCurrent('Patient', 'marijke-jansen'))?.body ?? ''
  const [query, body] = ['?path=Patient/marijke-jansen', JSON.parse(text) as object]
  const ifMatch = (version: number) => ({ 'if-match': `W/"${version}"` })
  await call('browseChange', { query, body, headers: ifMatch(1) }) // A practitioner does not change records.
  as('beheer@demo.test')
  await call('browseChange', { query, body, headers: ifMatch(1) })
  await call('browseChange', { query, body, headers: ifMatch(7) })
  await call('browseChange', { query, body: { resourceType: 'Task' }, headers: ifMatch(1) })
  await call('browseChange', { body, headers: ifMatch(1) })
  await call('browseDelete', { query })
  await call('browseDelete', { query: '?path=Task/review-sleep-diary' })
  await call('browseDelete', { query: '?path=Task/nothing' })
}

async function useApp({ browser, call, domain }: SignedIn): Promise<void> {
  await call('launchSession')
  await call('launchFhir', { query: '?path=Patient' })
  const person = browser()
  const launch = await launchToken(domain, { clientId: 'demo-app' })
  const login = await person.get(`${SITE}/launch?${new URLSearchParams({ iss: `${SITE}/fhir/DEFAULT`, launch })}`)
  const form = formWith(login, 'username', 'password')
  if (!form) throw new Error('No login form')
  await person.submit(form, { username: 'marijke@demo.test', password: 'demo' })
  const cookie = person.cookies(SITE)
  await call('launchSession', { cookie })
  await call('launchFhir', { cookie, query: '?path=Task/sleep-diary-week-1' })
  await call('launchFhir', { cookie, query: '?path=Patient/nobody' })
  const { id: session } = (await (await call('launchSession', { cookie })).json()) as { readonly id: string }
  const start = { session, version: '1', from: 'ready', to: 'in-progress' }
  for (const body of [start, start, { ...start, version: '2' }, {}, { ...start, session: 'unknown' }])
    await call('launchTask', { cookie, body })
  await call('launchAnswers')
  await call('launchAnswers', { cookie })
  for (const body of [{ session, answers: [3] }, {}, { session: 'unknown', answers: [] }])
    await call('launchAnswersKeep', { cookie, body })
  await call('launchEnd', { cookie })
  await call('idpLogout', { cookie })
  await call('portalSignedOut', { query: '?state=/portal' })
  await call('portalGoOn')
  const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec((await person.get(`${SITE}/idp/logout`)).text) ?? []
  await call('idpLogoutByForm', { cookie, body: { csrf } })
}

/** The pages of a login at the identity provider, before and after their forms. */
async function logIn({ browser, call, domain }: SignedIn): Promise<void> {
  const begun = async () => {
    const person = browser()
    const launch = await launchToken(domain, { clientId: 'demo-app' })
    const page = await person.get(`${SITE}/launch?${new URLSearchParams({ iss: `${SITE}/fhir/DEFAULT`, launch })}`)
    return { page, cookie: person.cookies(SITE), person }
  }
  const { page, cookie } = await begun()
  const form = formWith(page, 'username', 'password')
  const query = new URL(page.url).search
  await call('idpLogin', { cookie, query })
  await call('idpLogin')
  await call('idpLoginByForm', {
    cookie,
    query,
    body: { ...form?.fields, username: 'marijke@demo.test', password: 'no' },
  })
  await call('idpLoginByForm', {
    ...{ cookie, query },
    body: { ...form?.fields, username: 'marijke@demo.test', password: 'demo' },
  })
  const other = await begun()
  const signup = await other.person.get(`${SITE}/idp/signup${new URL(other.page.url).search}`)
  const fields = formWith(signup, 'email', 'password')?.fields
  const at = { cookie: other.person.cookies(SITE), query: new URL(signup.url).search }
  await call('idpSignup', at)
  await call('idpSignupByForm', { ...at, body: { ...fields, name: '', email: 'x', password: 'y' } })
  const account = { name: 'Noor Vos', birthDate: '1990-05-17', gender: 'female', email: 'noor.vos@demo.test' }
  await call('idpSignupByForm', { ...at, body: { ...fields, ...account, password: 'a-long-password' } })
}

/** Registers an app as a developer, and asks for what is another's. */
async function connectApp({ as, call, domain, now }: SignedIn): Promise<void> {
  const { publicKey } = await generateKeyPair('ES384', { extractable: true })
  const form = {
    ...{ name: 'My app', launchUrl: 'https://my.app/launch', redirectUris: ['https://my.app/callback'] },
    keys: { jwks: JSON.stringify(await exportJWK(publicKey)) },
  }
  as('marijke@demo.test')
  await call('connectMe')
  const { clientId } = (await (await call('connectAddApp', { body: form })).json()) as OwnApp
  const path = { client_id: clientId }
  await call('connectApps')
  await call('connectApp', { path })
  await call('connectApp', { path: { client_id: 'demo-app' } })
  await call('connectEditApp', { path, body: { ...form, name: 'Renamed', keys: {} } })
  await call('connectEditApp', { path, body: { ...form, redirectUris: [] } })
  await call('connectEditApp', { path, body: { name: 7 } })
  await call('connectSeen', { path })
  await call('connectReach', { path })
  await call('connectTestKey', { body: { jwksUrl: 'http://localhost:1/none' } })
  await call('connectSample', { path: { file: 'app.mjs' } })
  await call('connectSample', { path: { file: '..%2fapp.mjs' } })
  await call('toolsMe')
  const token = await clientAssertion(await registerApp(domain), `${SITE}/oauth2/token`, now())
  for (const kind of ['assertion', 'launch', 'id_token']) await call('toolsJudge', { body: { kind, token } })
  await call('toolsJudge', { body: { kind: 'nonsense', token } })
  const asked = { client: 'demo-portal', method: 'GET', path: 'Task/sleep-diary-week-1', headers: {} }
  await call('fhirConsole')
  await call('fhirConsoleSend', { body: asked })
  await call('fhirConsoleSend', { body: { ...asked, client: 'nobody' } })
  await call('fhirConsoleSend', { body: { ...asked, path: '../..' } })
  for (let count = 1; count < 10; count += 1) await call('connectAddApp', { body: form })
  expect((await call('connectAddApp', { body: form })).status).toBe(409)
  await call('connectRemoveApp', { path })
  expect((await call('connectRemoveApp', { path })).status).toBe(404)
}

/** Composes launches, and opens one by its ticket. */
async function composeLaunches({ call }: SignedIn): Promise<void> {
  const composition = { app: 'demo-app', claims: { sub: 'Patient/marijke-jansen' }, delivery: 'shof' }
  await call('composeOptions')
  const { url } = (await (await call('composeTicket', { body: composition })).json()) as ComposeTicket
  await call('composeTicket', { body: { ...composition, app: 'nobody' } })
  await call('composeSample')
  await call('composeDeliver', { body: { composition: JSON.stringify(composition) } })
  await call('composeDeliver', { body: { composition: JSON.stringify(composition), in: 'frame' } })
  await call('composeDeliver', { body: { composition: '{' } })
  await call('composeOpen')
  const ticket = new URL(url).hash.slice(1)
  await call('composeOpenByForm', { body: { ticket } })
  expect((await call('composeOpenByForm', { body: { ticket } })).status).toBe(410)
}

/** Reads what the calls before have left behind. */
async function readTraces({ as, call }: SignedIn): Promise<void> {
  as('beheer@demo.test')
  const { items, change } = (await (await call('traces')).json()) as TraceList
  expect(new Set(items.map(({ outcome }) => outcome)).size).toBeGreaterThan(1)
  for (const { id } of items) await call('trace', { path: { id } })
  for (const operation of ['traceSession', 'traceKnown']) await call(operation)
  const path = { id: items[0]?.id }
  for (const query of ['?download=json', '?download=html']) await call('trace', { path, query })
  const { next } = (await (await call('traces', { query: '?limit=1' })).json()) as TraceList
  await call('traces', { query: `?limit=1&before=${next}` })
  expect(await (await call('traces', { query: `?after=${change}` })).json()).toEqual({ items: [], change })
  await call('traceStream', { query: '?outcome=opened' })
  await call('traceStream', { query: '?outcome=nonsense' })
  await call('traces', { query: '?outcome=nonsense' })
  await call('trace', { path: { id: 'l-none' } })
  for (const { id } of items) {
    const { steps } = (await (await call('trace', { path: { id } })).json()) as TraceDetail
    const step = steps.findIndex(({ step, again }) => step === 'authorize' && again === 'alone')
    if (step >= 0) await call('traceAgain', { path: { id }, body: { step } })
  }
  await call('traceAgain', { path, body: { step: 999 } })
  await call('traceAgain', { path, body: { step: 'first' } })
  await call('traceAgain', { path: { id: 'l-none' }, body: { step: 0 } })
  await call('traceShare', { path, body: { days: 1 } })
  await call('traceShare', { path, body: { days: 9 } })
  const shares = (await (await call('traceShares', { path })).json()) as TraceShareList
  await call('traceUnshare', { path, body: { share: shares.items[0]?.id } })
  await call('traceUnshare', { path, body: { share: shares.items[0]?.id } })
  as(undefined)
  await call('traces')
  for (const operation of ['traceSession', 'traceKnown']) await call(operation)
}

/** Looks at a Subscription whose receiver does not answer, and switches it off. */
async function followSubscription({ as, call, domain, now }: SignedIn): Promise<void> {
  as('beheer@demo.test')
  const app = await registerApp(domain, 'follower')
  const origin = new URL(app.redirectUri).origin
  await domain.registry.saveRole('follower', [{ resourceType: 'Task', scope: 'all', operations: 'rs', grantedBy: [] }])
  await clientWriter(domain, now)(subscriptionOf(`${origin}/hook?key=secret`, { extension: [originOf('follower')] }))
  await domain.peers.subscriptions.settle()
  const path = { id: 'sub' }
  const list = await (await call('subscriptions')).text()
  expect(list).toContain(`${origin}/hook"`)
  expect(list).not.toContain('secret')
  await call('subscription', { path })
  await call('subscriptionSend', { path })
  expect(await (await call('subscriptionTest', { path })).json()).toMatchObject({ number: 0, attempt: 1 })
  await call('subscriptionTest', { path: { id: 'nobody' } })
  const { apps } = (await (await call('subscriptionApps')).json()) as SubscriptionChoices
  expect(apps).toContainEqual(expect.objectContaining({ clientId: 'follower', origins: [origin], mayHave: false }))
  const asked = { app: 'demo-app', reason: 'x', criteria: 'Task?', endpoint: `${SITE}/launch/hook` }
  expect((await call('subscriptionCreate', { body: asked })).status).toBe(200)
  expect((await call('subscriptionCreate', { body: { ...asked, criteria: 'Nothing?' } })).status).toBe(422)
  await call('subscriptionCreate', { body: {} })
  await call('subscriptionStop', { path })
  await domain.peers.subscriptions.settle()
  expect((await call('subscriptionSend', { path })).status).toBe(409)
  expect((await call('subscriptionTest', { path })).status).toBe(409)
  await call('subscriptionStop', { path })
  await call('subscriptionStop', { path: { id: 'nobody' } })
  await call('subscriptionDelete', { path: { id: 'nobody' } })
  expect((await call('subscriptionDelete', { path })).status).toBe(403)
  await domain.registry.saveRole('reader', [
    { resourceType: 'Subscription', scope: 'own', operations: 'd', grantedBy: [] },
  ])
  expect((await call('subscriptionDelete', { path })).status).toBe(200)
  expect((await (await call('launchHookLog')).json()).items).toMatchObject([
    { number: 0, status: 204 },
    { number: 0, status: 204 },
  ])
  await call('launchHookBreak', { body: { broken: true } })
  await call('launchHookBreak', { body: { broken: 'no' } })
  await call('launchHookBreak', { body: { broken: false } })
  as('marijke@demo.test')
  expect((await call('subscription', { path })).status).toBe(404)
  expect((await call('subscriptionCreate', { body: asked })).status).toBe(403)
  await call('launchHookLog')
  as(undefined)
  await call('subscriptions')
  await call('launchHookLog')
}

describe('the operations behind the pages', () => {
  it('MET-12 answer as they are described to who may, and to who asks for too much', async () => {
    const test = await signedIn()
    await useConsole(test)
    await readAuditLog(test)
    await usePortal(test)
    await useBrowser(test)
    await useApp(test)
    await logIn(test)
    await connectApp(test)
    await composeLaunches(test)
    await readTraces(test)
    await followSubscription(test)
    expect(test.behindPages.filter((id) => !test.done.has(id))).toEqual([])
    expect(test.behindPages.length).toBeGreaterThan(45)
  })
})
