// What an administrator does in the console, and that nobody else gets in.
import { readFileSync } from 'node:fs'
import { importJWK, type JWK, SignJWT } from 'jose'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { AdminPage } from './pages/admin.ts'

test('an administrator registers an app with a key made in the browser, and disables it', async ({
  page,
  idp,
  request,
  baseURL,
}) => {
  const admin = new AdminPage(page)
  const clientId = `browser-${crypto.randomUUID()}`
  await admin.signIn()
  await idp.logIn('beheer@demo.test')
  await expect(admin.heading).toHaveText('Apps')
  const sent: string[] = []
  page.on('request', (one) => sent.push(one.postData() ?? ''))
  const download = await admin.registerApp(clientId, clientId)
  await expect(page.getByRole('status')).toContainText(clientId)
  const jwk = JSON.parse(readFileSync(await download.path(), 'utf8')) as JWK & { readonly d: string }
  expect(sent.join('\n')).toContain(jwk.x)
  expect(sent.join('\n'), 'the private half stays in the browser').not.toContain(jwk.d)

  const token = async () => {
    const endpoint = `${baseURL}/oauth2/token`
    const client_assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'ES384', kid: jwk.kid ?? '', typ: 'JWT' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(endpoint)
      .setJti(crypto.randomUUID())
      .setExpirationTime('4m')
      .sign(await importJWK(jwk, 'ES384'))
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const form = { grant_type: 'client_credentials', scope: 'system/*.rs', client_assertion_type, client_assertion }
    return request.post(endpoint, { form })
  }
  const granted = await token()
  expect(granted.status()).toBe(200)
  const { access_token } = (await granted.json()) as { readonly access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await request.get(`/fhir/DEFAULT/Device/${clientId}`, { headers })).status()).toBe(200)

  await admin.toApps()
  await expect(admin.row(clientId)).toContainText('approved')
  await admin.disable(clientId)
  await expect(admin.row(clientId)).toContainText('disabled')
  expect((await token()).status()).toBe(401)
  expect((await request.get(`/fhir/DEFAULT/Device/${clientId}`, { headers })).status()).toBe(401)
})

test('an administrator adds, finds and deletes an account', async ({ page, idp, tolerated }) => {
  tolerated.pattern = /409/ // The refusal at the end.
  const admin = new AdminPage(page)
  await admin.signIn()
  await idp.logIn('beheer@demo.test')
  await page.goto('/admin/users')
  const email = `tijdelijk-${Date.now()}@example.org`
  await admin.addUser('Tijdelijk Account', email, 'een lang wachtwoord')
  await admin.find(email)
  await expect(admin.row(email)).toContainText('Tijdelijk Account')
  await expect(admin.row('daan@demo.test')).toHaveCount(0)
  await admin.deleteUser(email)
  await expect(admin.row(email)).toHaveCount(0)
  await admin.find('beheer@demo.test')
  await admin.deleteUser('beheer@demo.test')
  await expect(page.getByRole('alert').filter({ hasText: 'own account' })).toBeVisible()
  await expect(admin.row('beheer@demo.test')).toBeVisible()
})

test('SEC-17 a patient is turned away from the console, and somebody who is not signed in is asked to', async ({
  page,
  idp,
}) => {
  const admin = new AdminPage(page)
  for (const place of ['/admin', '/admin/apps', '/admin/apps/new', '/admin/roles', '/admin/users', '/admin/keys']) {
    await page.goto(place)
    await expect(admin.signInButton).toBeVisible()
  }
  await admin.signIn()
  await idp.logIn('marijke@demo.test')
  await expect(admin.heading).toHaveText('The console is for administrators')
  await page.goto('/admin/keys')
  await expect(admin.heading).toHaveText('The console is for administrators')
  expect((await page.request.get('/admin/api/keys')).status()).toBe(403)
})

test('APP-14 no page of the console has a serious finding', async ({ page, idp }) => {
  const admin = new AdminPage(page)
  await admin.signIn()
  await idp.logIn('beheer@demo.test')
  await expect(admin.heading).toHaveText('Apps')
  for (const place of ['apps', 'apps/new', 'apps/demo-app', 'roles', 'users', 'keys']) {
    await page.goto(`/admin/${place}`)
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
    await expect(admin.heading).toBeVisible()
    expect(await seriousFindings(page), place).toEqual([])
  }
})
