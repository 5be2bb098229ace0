// An administrator works in the console, which is closed to others.
import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { importJWK, type JWK, SignJWT } from 'jose'
import { seriousFindings } from './axe.ts'
import { registerPlatform } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { AdminPage } from './pages/admin.ts'

test('an administrator registers an app with a key made in the browser, and disables it', async ({
  page,
  asAdmin,
  request,
  baseURL,
}) => {
  const clientId = `browser-${crypto.randomUUID()}`
  const admin = await asAdmin()
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

test('an administrator adds, finds and deletes an account, and is not offered to delete the own account', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin()
  await page.goto('/admin/users')
  const email = `tijdelijk-${Date.now()}@example.org`
  await admin.addUser('Tijdelijk Account', email, 'een lang wachtwoord')
  await admin.find(email)
  await expect(admin.row(email)).toContainText('Tijdelijk Account')
  await expect(admin.row('daan@demo.test')).toHaveCount(0)
  await admin.deleteUser(email)
  await expect(admin.row(email)).toHaveCount(0)
  await expect(admin.outcome).toContainText(`The account of Tijdelijk Account (${email}) is deleted`)
  await admin.find('beheer@demo.test')
  await expect(admin.row('beheer@demo.test')).toContainText('your own account')
  await expect(admin.deleteButton('beheer@demo.test')).toHaveCount(0)
})

test('the lists say whose an app is and when somebody last signed in, lead to its traces, and delete an app that is disabled', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin()
  const clientId = `gone-${crypto.randomUUID()}`
  await registerPlatform(clientId)
  await page.reload()
  const row = admin.row(clientId)
  await expect(row).toContainText('the domain')
  await expect(row.getByRole('link', { name: `Traces of ${clientId}` })).toHaveAttribute(
    'href',
    `/traces?app=${clientId}`,
  )
  await expect(row.getByRole('button', { name: `Delete ${clientId}` }), 'an approved app').toHaveCount(0)
  await admin.disable(clientId)
  await expect(admin.outcome).toContainText('is disabled')
  await admin.outcome.getByRole('button', { name: 'Close this message' }).click()
  await expect(admin.outcome).toHaveCount(0)
  await row.getByRole('button', { name: `Delete ${clientId}` }).click()
  await admin.confirm('Delete the app')
  await expect(admin.outcome).toContainText(`${clientId} is deleted.`)
  await expect(row).toHaveCount(0)
  await page.getByLabel('Find by name, client_id, owner or status').fill('demo')
  await expect(admin.outcome, 'of another app').toHaveCount(0)
  expect(await seriousFindings(page), 'apps').toEqual([])
  await page.goto('/admin/users')
  await expect(admin.row('beheer@demo.test')).toContainText(/can sign in.*20\d\d/)
  expect(await seriousFindings(page), 'users').toEqual([])
})

test('whoever is signed in as somebody else gets into the console of a demo by one click', async ({ page, portal }) => {
  await portal.signInAs('Marijke Jansen') // Her session ends with the next log-in, so it is one of her own.
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The console is for administrators')
  await page.getByRole('button', { name: /Femke Smit/ }).click()
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
})

test('a button that is pressed twice sends its form once', async ({ page, asAdmin }) => {
  const admin = await asAdmin()
  await expect(admin.heading).toHaveText('Apps')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.goto('/admin/users')
  const form = page.getByRole('form', { name: 'Add a user' })
  await form.getByLabel('Name').fill('Een Keer')
  await form.getByLabel('E-mail address').fill(`once-${crypto.randomUUID()}@example.org`)
  await form.getByLabel('Password').fill('een lang wachtwoord')
  await form.getByLabel('Date of birth').fill('1990-05-17')
  await pressTwice(form.getByRole('button', { name: 'Add' }))
  await expect(admin.outcome).toContainText('is created, with the role')
  await page.goto('/admin/tokens')
  await page.getByLabel('What it is for').fill('Een keer')
  await page.getByLabel('see apps and roles').check()
  await pressTwice(page.getByRole('button', { name: 'Make the token' }))
  await expect(page.getByText('Copy it now')).toBeVisible()
  expect(sent).toEqual(['/admin/api/users', '/admin/api/tokens'])
})

/** Two presses with nothing in between, as with a page that is busy. */
const pressTwice = (button: Locator) =>
  button.evaluate((it: HTMLElement) => {
    it.click()
    it.click()
  })

test('a double click does not disable an app, and a disabled app can be enabled from the message', async ({
  page,
  asAdmin,
}) => {
  const clientId = `slip-${crypto.randomUUID()}`
  await registerPlatform(clientId)
  const admin = await asAdmin()
  const disable = page.getByRole('button', { name: `Disable ${clientId}` })
  await disable.dblclick()
  await expect(admin.dialog).toContainText(`Disable ${clientId}?`)
  const yes = admin.dialog.getByRole('button', { name: 'Disable the app' })
  await yes.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(admin.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(admin.dialog).toHaveCount(0)
  await disable.press('Enter')
  await expect(admin.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(admin.dialog).toHaveCount(0)
  await expect(disable).toBeFocused()
  await expect(admin.row(clientId)).toContainText('approved')
  await admin.disable(clientId)
  await expect(admin.outcome).toContainText(`${clientId} is disabled.`)
  await expect(admin.row(clientId)).toContainText('disabled')
  await admin.outcome.getByRole('button', { name: 'Enable it again' }).click()
  await expect(admin.row(clientId)).toContainText('approved')
  await page.getByRole('button', { name: 'Disable Slipway portal' }).click()
  await expect(admin.dialog).toContainText('nobody can see or open a task')
})

test('an app is disabled and enabled on its own page, and an account gets another role and is deleted on its own', async ({
  page,
  asAdmin,
  tolerated,
}) => {
  tolerated.pattern = /404/ // Of the account, once it is deleted.
  const clientId = `own-${crypto.randomUUID()}`
  await registerPlatform(clientId)
  const admin = await asAdmin()
  await page.goto(`/admin/apps/${clientId}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: `Traces of ${clientId}` })).toBeVisible()
  await expect(main.getByText('approved', { exact: true })).toBeVisible()
  await admin.disable(clientId)
  await expect(admin.outcome).toContainText(`${clientId} is disabled.`)
  await expect(main.getByText('disabled', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: `Enable ${clientId}` }).click()
  await expect(main.getByText('approved', { exact: true })).toBeVisible()
  expect(await seriousFindings(page), 'an app').toEqual([])

  const email = `own-${crypto.randomUUID()}@example.org`
  await page.goto('/admin/users')
  await admin.addUser('Nina Bakker', email, 'een lang wachtwoord')
  await admin.find(email)
  await admin.row(email).getByRole('link').click()
  await page.getByRole('button', { name: 'Change the role of Nina Bakker' }).click()
  await admin.dialog.getByRole('radio', { name: /^practitioner/ }).check()
  await admin.confirm('Change the role')
  await expect(admin.outcome).toContainText('from patient to practitioner')
  await admin.deleteUser(email)
  await expect(admin.outcome).toContainText(`The account of Nina Bakker (${email}) is deleted.`)
  await expect(admin.heading).toHaveText('No such user')
})

test('a user is added with a record, or it is said where one is made', async ({ page, asAdmin }) => {
  const admin = await asAdmin()
  await page.goto('/admin/users')
  const form = page.getByRole('form', { name: 'Add a user' })
  await form.getByLabel('Role').selectOption('related_person')
  await expect(form.getByLabel('User name of the patient')).toBeVisible()
  expect(await seriousFindings(page), 'the form').toEqual([])
  await form.getByLabel('Role').selectOption('auditor')
  await expect(form.getByRole('checkbox'), 'an auditor needs no record').toHaveCount(0)
  const [vera, piet] = ['vera', 'piet'].map((name) => `${name}-${crypto.randomUUID()}@example.org`) as [string, string]
  await form.getByLabel('Role').selectOption('practitioner')
  await form.getByLabel('Name').fill('Vera Leeg')
  await form.getByLabel('E-mail address').fill(vera)
  await form.getByLabel('Password').fill('een lang wachtwoord')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(admin.outcome.getByRole('link', { name: 'Record: Vera Leeg' })).toBeVisible()
  await admin.addUser('Piet Leeg', piet, 'een lang wachtwoord')
  await admin.outcome.getByRole('link', { name: 'Make or find the record' }).click()
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByRole('button', { name: 'Make a record' }).click()
  await expect(page.getByRole('heading', { name: 'No record yet' })).toHaveCount(0)
})

test('two apps with one name are told apart by client_id before one is disabled', async ({ page, asAdmin }) => {
  const name = `Twin ${crypto.randomUUID()}`
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  for (const clientId of ids) await registerPlatform(clientId, name)
  const admin = await asAdmin()
  for (const clientId of ids) {
    await page.getByRole('button', { name: `Disable ${name} (${clientId})`, exact: true }).click()
    await expect(admin.dialog).toContainText(`Disable ${name} (${clientId})?`)
    await admin.dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a role is changed after a confirmation, and can be changed back from the message', async ({ page, asAdmin }) => {
  const admin = await asAdmin()
  await page.goto('/admin/users')
  const email = `rol-${Date.now()}@example.org`
  await admin.addUser('Nina Bakker', email, 'een lang wachtwoord')
  await admin.find(email)
  const change = admin.row(email).getByRole('button', { name: 'Change the role of Nina Bakker' })
  await change.click()
  const yes = admin.dialog.getByRole('button', { name: 'Change the role' })
  await expect(yes).toBeDisabled()
  await admin.dialog.getByRole('radio', { name: /^practitioner/ }).check()
  expect(await seriousFindings(page), 'dialog').toEqual([])
  await admin.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.row(email)).toContainText('patient')
  await change.click()
  await admin.dialog.getByRole('radio', { name: /^practitioner/ }).check()
  await yes.click()
  await expect(admin.outcome).toHaveText(/changed from patient to practitioner\. It applies from the next request/)
  await expect(admin.row(email)).toContainText('practitioner')
  await admin.outcome.getByRole('button', { name: 'Change back to patient' }).click()
  await expect(admin.row(email)).toContainText('patient')
})

test('a token is made, shown once, works without a cookie, and is revoked after a confirmation', async ({
  page,
  asAdmin,
  playwright,
}) => {
  const admin = await asAdmin()
  await page.goto('/admin/tokens')
  const name = `ci-${Date.now()}`
  const form = page.getByRole('form', { name: 'Make a token' })
  await form.getByLabel('What it is for').fill(name)
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(form.getByLabel('For how long')).toHaveValue('30')
  await form.getByLabel('sign launches for anybody').check()
  await form.getByLabel('read all traces').check()
  await form.getByLabel('For how long').selectOption('7')
  await form.getByRole('button', { name: 'Make the token' }).click()
  await expect(form).toContainText('it is not kept here')
  const token = /slipway_[\w-]{43}/.exec((await form.textContent()) ?? '')?.[0] ?? 'none'
  const row = admin.row(name)
  await expect(row).toContainText('see apps and roles, sign launches for anybody, read all traces')
  const status = async () => {
    const elsewhere = await playwright.request.newContext()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await elsewhere.get(new URL('/admin/api/status', page.url()).href, { headers })
    await elsewhere.dispose()
    return answer.status()
  }
  expect(await status()).toBe(200)
  await page.reload()
  await expect(row).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await expect(admin.dialog).toContainText('refused from the next request')
  await admin.confirm('Revoke the token')
  await expect(row).toHaveCount(0)
  expect(await status()).toBe(401)
})

test('KEY-05 the time from which a new key signs is the same in the message and in the table', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin()
  await page.goto('/admin/keys')
  const part = page.getByRole('table', { name: 'Keys' })
  await part.getByRole('button', { name: 'Rotate: Identity provider' }).click()
  await admin.confirm('Publish a new key')
  await expect(admin.outcome).toContainText(/a new key is published\. It signs from \d+ \w+ \d{4}, \d\d:\d\d/)
  const time = /signs from (.*)\./.exec((await admin.outcome.textContent()) ?? '')?.[1] ?? 'no time'
  await expect(part).toContainText(`signs from ${time}`)
  await part.getByRole('button', { name: 'Rotate: Identity provider' }).click()
  await admin.confirm('Publish a new key')
  await expect(admin.outcome).toContainText(`is already waiting, so no other was created. It signs from ${time}`)
})

test('a role can have every permission that the API accepts, is explained in words, and can be restored after its deletion', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin()
  const name = `rol-${Date.now()}`
  const permissions = [
    { resourceType: 'Patient', scope: 'all', operations: 'rs', grantedBy: [] },
    { resourceType: 'Task', scope: 'own', operations: 'cruds', grantedBy: [] },
  ]
  await page.waitForURL('**/admin/apps')
  const saved = await page.request.put('/admin/api/roles', {
    data: { name, permissions },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(saved.status()).toBe(200)
  await page.goto('/admin/roles')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = page.getByRole('form', { name: 'Role' })
  await expect(form.getByRole('checkbox')).toHaveCount(10)
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(7)
  await expect(form).toContainText('May create, read, update, delete and search records of its own: Task.')
  await expect(form, 'in sight, wherever the row was').toBeFocused()
  await expect(form).toContainText('May read and search every Patient.')
  await expect(form.getByRole('group', { name: 'Permission 2: Task' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Delete the permission for Task' })).toBeVisible()
  await expect(admin.row('demo-app').getByRole('link', { name: 'Sleep diary' })).toBeVisible()
  await form.getByRole('checkbox', { name: 'search' }).last().uncheck()
  await form.getByLabel('Type').first().selectOption('*')
  await form.getByRole('checkbox', { name: 'create' }).first().check()
  await expect(form).toContainText('does not include changes to AuditEvent, Device and Subscription')
  await form.getByLabel('Whose').first().selectOption('granted')
  await form.getByLabel('client_ids').fill('demo-portal')
  await expect(form).toContainText('Create has no effect here for an app that is not in the list')
  await expect(form).toContainText('May read and search records of demo-portal: every type but AuditEvent.')
  expect(await seriousFindings(page), 'editor').toEqual([])
  await form.getByRole('checkbox', { name: 'create' }).first().uncheck()
  await expect(form).not.toContainText('Create has no effect here')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(admin.outcome).toContainText(`The role ${name} is saved.`)
  await expect(admin.row(name)).toContainText('May create, read, update and delete records of its own: Task.')
  await expect(admin.row(name).getByText('system/Task.crud?'), 'behind a fold').toBeHidden()
  await admin.row(name).getByText('As scopes').click()
  await expect(admin.row(name).getByText('system/Task.crud?')).toBeVisible()
  await admin
    .row(name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await admin.confirm('Delete the role')
  await expect(admin.row(name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(admin.row(name)).toContainText('system/Task.crud?')
  await page.getByRole('button', { name: 'New role' }).click()
  await form.getByLabel('Name').fill('reader')
  await expect(form).toContainText('The role reader already exists')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('a session that has ended is reported both when the page reads and when it writes', async ({
  page,
  idp,
  tolerated,
  asAdmin,
}) => {
  tolerated.pattern = /401/
  const admin = await asAdmin()
  await page.goto('/admin/users')
  await expect(admin.row('daan@demo.test')).toBeVisible()
  await page.context().clearCookies()
  await admin.deleteUser('daan@demo.test')
  await expect(admin.outcome).toContainText('Your session has ended')
  await expect(admin.outcome.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', '/admin/users')
  await admin.find('els')
  await expect(page.getByRole('alert').filter({ hasText: 'Sign in again to continue where you were' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/idp/login**')
  await idp.logIn('beheer@demo.test')
  await page.waitForURL('**/admin/users?q=els')
  await expect(admin.row('els@demo.test')).toBeVisible()
  await expect(admin.row('daan@demo.test')).toHaveCount(0)
})

test('SEC-17 a patient is turned away from the console, and a visitor without a session is asked to sign in', async ({
  page,
  idp,
}) => {
  const admin = new AdminPage(page)
  for (const place of [
    '/admin',
    '/admin/apps',
    '/admin/apps/new',
    '/admin/roles',
    '/admin/users',
    '/admin/data',
    '/admin/keys',
    '/admin/tokens',
  ]) {
    await page.goto(place)
    await expect(admin.signInButton).toBeVisible()
  }
  await admin.signIn()
  await idp.logIn('marijke@demo.test')
  await expect(admin.heading).toHaveText('The console is for administrators')
  await page.goto('/admin/keys')
  await expect(admin.heading).toHaveText('The console is for administrators')
  expect((await page.request.get('/admin/api/keys')).status()).toBe(403)
  await page.goto('/admin/audit')
  await expect(admin.heading).toHaveText('The audit log is for auditors')
})

test('APP-14 no page of the console has a serious finding', async ({ page, asAdmin }) => {
  test.slow() // axe looks at nine pages, in two themes.
  const admin = await asAdmin()
  await expect(admin.heading).toHaveText('Apps')
  const titles = new Set<string>()
  const places = ['', 'apps', 'apps/new', 'apps/demo-app', 'roles', 'users', 'data', 'keys', 'tokens']
  for (const place of places) {
    await page.goto(`/admin/${place}`)
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
    await expect(admin.heading).toBeVisible()
    expect(await seriousFindings(page), place).toEqual([])
    await expect(page).toHaveTitle(/Console · Slipway$/)
    titles.add(await page.title())
  }
  expect(titles.size, 'each page has a title of its own').toBe(places.length)
})

test('the overview says what is wrong and what to do about it, and fetches the keys of apps on request', async ({
  page,
  asAdmin,
}) => {
  await asAdmin()
  await page.goto('/admin')
  const doctor = page.getByRole('region', { name: 'Settings, files and keys' })
  await expect(doctor.getByRole('listitem').filter({ hasText: 'SLIPWAY_ENV=production' })).toBeVisible()
  await doctor.getByRole('button', { name: 'Fetch the keys of all apps' }).click()
  await expect(doctor.getByRole('status').filter({ hasText: 'checked' })).toBeVisible()
  await doctor.getByText('found no problem').last().click()
  await expect(doctor.getByText('demo-app publishes its keys at')).toBeVisible()
  await page.getByRole('button', { name: 'Nederlands' }).click()
  const dutch = page.getByRole('region', { name: 'Instellingen, bestanden en sleutels' })
  await expect(dutch.getByText('De controlelijst voor productie geldt niet')).toBeVisible()
})
