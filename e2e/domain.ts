// Prepares a test behind the screen: resources and apps, by the command line, as an operator would.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { RUN_FOLDER, SERVER_ENV } from './server-env.ts'

/** Runs ./bin/slipway on the data of the running server; its standard output. */
export const slipway = (...args: readonly string[]): string => slipwayAt(SERVER_ENV, ...args)

/** The same for another server. */
function slipwayAt(env: typeof SERVER_ENV, ...args: readonly string[]): string {
  return execFileSync(process.execPath, ['bin/slipway', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Makes an account of a test's own, for what an account has to itself, such as apps. */
export function newAccount() {
  const account = { email: `own-${crypto.randomUUID()}@example.org`, password: 'a password of one' }
  const { email, password } = account
  slipway('user', 'add', '--email', email, '--password', password, '--role', 'patient', '--name', 'Wie Even Bouwt')
  return account
}

/** Loads resources into the domain. */
export const importResources = (...resources: readonly object[]): void =>
  importText(...resources.map((resource) => JSON.stringify(resource)))

/** Loads resources into the domain, each written as it is to be stored. */
export function importText(...lines: readonly string[]): void {
  const file = path.join(mkdtempSync(path.join(RUN_FOLDER, 'file-')), 'resources.ndjson')
  writeFileSync(file, lines.join('\n'))
  slipway('import', file)
}

/** A key pair of a client; `file` has its public half as a JWK Set. */
async function newKey(clientId: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES384')
  const kid = `${clientId}-key`
  const file = path.join(mkdtempSync(path.join(RUN_FOLDER, 'file-')), 'jwks.json')
  writeFileSync(file, JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES384', use: 'sig' }] }))
  return { kid, privateKey, file }
}

interface Asking {
  readonly clientId: string
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly scope: string
  /** The origin of the server; by default that of all tests. */
  readonly origin?: string
}

/** A bearer token of a client's own (RFC 7523 §2.2). */
async function bearerOf({ clientId, kid, privateKey, scope, origin = SERVER_ENV.PUBLIC_URL }: Asking): Promise<string> {
  const endpoint = `${origin}/oauth2/token`
  const client_assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'ES384', kid, typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(endpoint)
    .setJti(crypto.randomUUID())
    .setExpirationTime('4m')
    .sign(privateKey)
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const form = { grant_type: 'client_credentials', scope, client_assertion_type, client_assertion }
  const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

/** The platform that the tests of this worker launch from. */
let platform: ReturnType<typeof registerPlatform> | undefined

/** A platform with log-ins of its own: it can launch, and its people have no session at the shared identity provider. */
export function strangePlatform() {
  platform ??= registerPlatform(`platform-${crypto.randomUUID()}`)
  return platform
}

/** A platform for a test alone. */
export async function registerPlatform(clientId: string, name = clientId) {
  const { kid, privateKey, file } = await newKey(clientId)
  slipway('app', 'add', '--name', name, '--kind', 'platform', '--client-id', clientId, '--jwks', file)
  return {
    /** A signed launch token for the demo app. */
    launchToken: (claims: { readonly sub: string; readonly resource: string; readonly patient?: string }) =>
      new SignJWT({ ...claims, intent: 'order' })
        .setProtectedHeader({ alg: 'ES384', kid, typ: 'JWT' })
        .setIssuer(clientId)
        .setAudience('Device/demo-app')
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
  }
}

/** An app that may write Tasks and Subscriptions of its own, and be notified at an origin. */
export async function registerWriter(clientId: string, webhookOrigin: string) {
  const { kid, privateKey, file } = await newKey(clientId)
  const named = ['--name', clientId, '--client-id', clientId, '--kind', 'platform', '--role', 'demo-portal']
  slipway('app', 'add', ...named, '--jwks', file, '--webhook-origin', webhookOrigin)
  const access_token = await bearerOf({ clientId, kid, privateKey, scope: 'system/*.cruds' })
  /** Creates a resource; the answer. */
  return async (resource: { readonly resourceType: string } & Readonly<Record<string, unknown>>): Promise<Response> =>
    fetch(`${SERVER_ENV.PUBLIC_URL}/fhir/DEFAULT/${resource.resourceType}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/fhir+json' },
      body: JSON.stringify(resource),
    })
}

/** A client that may read everything at a server of its own; gives a new bearer token. */
export async function registerReaderAt(env: typeof SERVER_ENV): Promise<() => Promise<string>> {
  const clientId = `reader-${crypto.randomUUID()}`
  const { kid, privateKey, file } = await newKey(clientId)
  const named = ['--name', clientId, '--client-id', clientId, '--kind', 'platform', '--role', 'reader']
  slipwayAt(env, 'app', 'add', ...named, '--jwks', file)
  return () => bearerOf({ clientId, kid, privateKey, scope: 'system/*.rs', origin: env.PUBLIC_URL })
}

/** A Patient and a Task to open, with ids of their own. */
export function patientWithTask(id: string, { email, family }: { readonly email: string; readonly family: string }) {
  const patient = {
    resourceType: 'Patient',
    id,
    identifier: [{ system: `${SERVER_ENV.PUBLIC_URL}/idp`, value: email }],
    active: true,
    name: [{ use: 'official', family, given: ['Noor'] }],
    gender: 'female',
    birthDate: '1990-05-17',
  }
  const task = {
    resourceType: 'Task',
    id: `task-${id}`,
    extension: [
      {
        url: 'http://vzvz.nl/fhir/StructureDefinition/instantiates',
        valueReference: { reference: 'ActivityDefinition/sleep-diary' },
      },
    ],
    status: 'ready',
    intent: 'order',
    description: `Diary of ${family}`,
    for: { reference: `Patient/${id}` },
    owner: { reference: `Patient/${id}` },
  }
  return { patient, task }
}

/** An app that may change the tasks that the portal gave. */
export async function appThatWorksOnTasks() {
  const clientId = `worker-${crypto.randomUUID()}`
  const base = SERVER_ENV.PUBLIC_URL
  const { kid, privateKey, file } = await newKey(clientId)
  const named = ['--name', clientId, '--kind', 'module', '--client-id', clientId]
  slipway('app', 'add', ...named, '--jwks', file, '--role', 'demo-app')
  const bearer = () => bearerOf({ clientId, kid, privateKey, scope: 'system/Task.ru' })

  return {
    /** Sets the status of a Task, whatever its version is. */
    setStatus: async (reference: string, status: string, trace: string = crypto.randomUUID()) => {
      const authorization = `Bearer ${await bearer()}`
      const url = `${base}/fhir/DEFAULT/${reference}`
      const etag = (await fetch(url, { headers: { authorization } })).headers.get('etag') ?? ''
      const headers = { 'content-type': 'application/json-patch+json', 'if-match': etag, 'x-trace-id': trace }
      const body = JSON.stringify([{ op: 'replace', path: '/status', value: status }])
      const answer = await fetch(url, { method: 'PATCH', headers: { authorization, ...headers }, body })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
    },
  }
}
