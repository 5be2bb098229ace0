// A minimal app that can be launched: launch, authorize, callback, code exchange, FHIR read. Node 20.6 or newer, no packages.
//   node --env-file=app.env app.mjs          COMPLETE_TASK=1 asks whether to complete the task that was launched
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { FHIR_BASE, CLIENT_ID, REDIRECT_URI, KEY_ID, PRIVATE_KEY_FILE = 'private.pem', PORT = '8080' } = process.env
for (const [name, value] of Object.entries({ FHIR_BASE, CLIENT_ID, REDIRECT_URI, KEY_ID }))
  if (!value) {
    console.error(`Set ${name}: app.env has it.`)
    process.exit(1)
  }

/** Names its port, since browsers send the cookies of a host to each of its ports. */
const STATE_COOKIE = `app_state_${PORT}`
const key = createPrivateKey(readFileSync(PRIVATE_KEY_FILE))
const LAUNCH_LIFETIME_MS = 10 * 60 * 1000 // a person may have to log in
const launches = new Map() // by state, what this server must remember of a launch; a real app uses a store

const base64url = (data) => Buffer.from(data).toString('base64url')
const random = () => randomBytes(32).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)
const html = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

async function getJson(url, headers = {}) {
  const answer = await fetch(url, { headers, redirect: 'error' })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`GET ${url}: ${answer.status} ${JSON.stringify(body)}`)
  return body
}

/** 1. The launch: check its sender, discover the endpoints, and send the browser to authorize. */
async function launch(params, response) {
  if (params.get('iss') !== FHIR_BASE) throw new Error('iss is not the FHIR base that this app trusts')
  const server = await getJson(`${FHIR_BASE}/.well-known/smart-configuration`)
  const [state, nonce, verifier] = [random(), random(), random()]
  launches.set(state, { server, nonce, verifier, until: Date.now() + LAUNCH_LIFETIME_MS })
  for (const [old, { until }] of launches) if (until < Date.now()) launches.delete(old)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    scope: 'launch openid fhirUser',
    state,
    nonce,
    aud: FHIR_BASE,
    launch: params.get('launch') ?? '',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  response.writeHead(303, {
    location: `${server.authorization_endpoint}?${query}`,
    'set-cookie': `${STATE_COOKIE}=${state}; Path=/; HttpOnly; SameSite=Lax`,
  })
  response.end()
}

/** 2. The callback: check that the answer is for this browser and from this server, exchange the code, and read. */
async function callback(params, cookie, response) {
  const state = params.get('state') ?? ''
  const started = launches.get(state)
  launches.delete(state)
  if (!started || started.task || started.until < Date.now() || state !== stateIn(cookie))
    throw new Error('This answer is not of a launch in this browser. Open the task again.')
  if (params.get('iss') !== started.server.issuer) throw new Error('This answer is of another server')
  if (params.has('error')) throw new Error(`${params.get('error')}: ${params.get('error_description')}`)
  const context = await token(started.server, {
    grant_type: 'authorization_code',
    code: params.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: started.verifier,
  })
  const user = await verifyIdToken(context.id_token, started)
  const record = await read(started.server, context.patient ? `Patient/${context.patient}` : context.sub)
  const shown = { user: user.sub, role: context.role, task: context.task, record }
  const asks = process.env.COMPLETE_TASK === '1'
  if (asks) launches.set(state, { ...started, task: context.task, until: Date.now() + LAUNCH_LIFETIME_MS })
  page(response, 200, 'The launch is open', shown, asks ? COMPLETE_BUTTON : '')
}

const stateIn = (cookie) =>
  cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${STATE_COOKIE}=`))
    ?.slice(STATE_COOKIE.length + 1)
const COMPLETE_BUTTON = '<form method="post" action="/complete"><button>Complete this task</button></form>'

/** The person presses the button: the task is the one of the launch in this browser, and no other. */
async function completeOpened(cookie, response) {
  const opened = launches.get(stateIn(cookie))
  if (!opened?.task || opened.until < Date.now()) throw new Error('No task is open in this browser. Open it again.')
  const completed = await complete(opened.server, opened.task)
  launches.delete(stateIn(cookie))
  page(response, 200, 'The task is completed', { task: opened.task, completed })
}

/** 3. Every token request is signed: client_assertion, RFC 7523. */
async function token({ token_endpoint }, form) {
  const now = seconds()
  const claims = { iss: CLIENT_ID, sub: CLIENT_ID, aud: token_endpoint, iat: now, exp: now + 120, jti: random() }
  const input = [{ alg: 'RS384', kid: KEY_ID, typ: 'JWT' }, claims]
    .map((part) => base64url(JSON.stringify(part)))
    .join('.')
  const answer = await fetch(token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      ...form,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${input}.${sign('sha384', Buffer.from(input), key).toString('base64url')}`,
    }),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${body.error}: ${body.error_description}`)
  return body
}

/** 4. Who is logged in: signature, issuer, audience, time and nonce of the id_token. */
async function verifyIdToken(idToken, { server, nonce }) {
  const [header, claims, signature] = idToken.split('.')
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url'))
  const jwk = (await getJson(server.jwks_uri)).keys.find((one) => one.kid === kid)
  const signed = Buffer.from(`${header}.${claims}`)
  if (alg !== 'RS256' || !jwk) throw new Error('The id_token names no key of the server')
  if (!verify('sha256', signed, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64url')))
    throw new Error('The id_token is not signed by the server')
  const user = JSON.parse(Buffer.from(claims, 'base64url'))
  if (user.iss !== server.issuer || user.aud !== CLIENT_ID || user.nonce !== nonce || user.exp < seconds())
    throw new Error('The id_token is not for this launch')
  return user
}

/** 5. Reading needs the app's own token; the token of the launch gives no access. */
async function read(server, reference) {
  const { access_token } = await token(server, { grant_type: 'client_credentials', scope: 'system/*.rs' })
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/fhir+json' }
  return getJson(`${FHIR_BASE}/${reference}`, headers)
}

/**
 * 6. The task is done: send only its new status, for the version that was read. 412 means that somebody else changed it
 * first: read it again.
 */
async function complete(server, reference) {
  const { access_token } = await token(server, { grant_type: 'client_credentials', scope: 'system/Task.ru' })
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/fhir+json' }
  const task = await getJson(`${FHIR_BASE}/${reference}`, headers)
  const answer = await fetch(`${FHIR_BASE}/${reference}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json-patch+json', 'if-match': `W/"${task.meta.versionId}"` },
    body: JSON.stringify([
      { op: 'test', path: '/status', value: task.status },
      { op: 'replace', path: '/status', value: 'completed' },
    ]),
    redirect: 'error',
  })
  const saved = await answer.json()
  if (!answer.ok) throw new Error(`PATCH ${reference}: ${answer.status} ${JSON.stringify(saved)}`)
  return { status: saved.status, version: saved.meta.versionId }
}

function page(response, status, title, shown, form = '') {
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(
    `<!doctype html><title>${html(title)}</title><h1>${html(title)}</h1><pre style="white-space:pre-wrap;overflow-wrap:anywhere">${html(text)}</pre>${form}`,
  )
}

/** The public half of the key, for registering this address instead of the key. */
function jwks(response) {
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS384', use: 'sig' }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ keys: [jwk] }))
}

async function body(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 65536) throw new Error('The form is too long')
  }
  return new URLSearchParams(text)
}

createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url, 'http://app')
    if (pathname === '/launch') await launch(request.method === 'POST' ? await body(request) : searchParams, response)
    else if (pathname === '/callback') await callback(searchParams, request.headers.cookie ?? '', response)
    else if (pathname === '/complete' && request.method === 'POST')
      await completeOpened(request.headers.cookie ?? '', response)
    else if (pathname === '/jwks.json') jwks(response)
    else page(response, pathname === '/' ? 200 : 404, 'My app', 'Open a task in the portal to launch me.')
  } catch (error) {
    console.error(error.message)
    page(response, 400, 'The launch failed', error.message)
  }
})
  .on('error', (error) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error.message)
    process.exit(1)
  })
  .listen(Number(PORT), 'localhost', () => console.log(`The app listens on http://localhost:${PORT}`))
