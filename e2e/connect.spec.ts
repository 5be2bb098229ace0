// A developer connects an app: registers it, takes the sample along, launches it, and watches its requests.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { importPKCS8, SignJWT } from 'jose'
import type { Seen } from '#lib/api/connect.ts'
import { SEEN_STEPS } from '#lib/api/connect-words.ts'
import { freePort } from '../scripts/free-port.mjs'
import { seriousFindings } from './axe.ts'
import { importResources, newAccount, patientWithTask } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { ConnectPage } from './pages/connect.ts'
import { RUN_FOLDER } from './server-env.ts'

const listening = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`The app ended with ${code}`)))
  })

test('a developer registers an app, runs the sample, launches it and sees each step arrive', async ({ page }) => {
  const connect = new ConnectPage(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await connect.openAs('Marijke Jansen')
  await connect.startAnother()
  await connect.register(`App ${crypto.randomUUID()}`, `http://localhost:${await freePort()}`)
  const folder = mkdtempSync(path.join(RUN_FOLDER, 'app-'))
  const [key, sample] = [await connect.download('private.pem'), await connect.download('app.mjs')]
  for (const file of [key, sample, await connect.download('app.env')])
    await file.saveAs(path.join(folder, file.suggestedFilename()))
  expect(readFileSync(path.join(folder, 'app.env'), 'utf8')).toBe(await connect.env())
  const secret = readFileSync(path.join(folder, 'private.pem'), 'utf8').split('\n')[3] ?? ''
  expect(secret).toMatch(/^[A-Za-z0-9+/]{64}$/)
  expect(sent.join('\n'), 'the private half stays in the browser').not.toContain(secret)
  const together = readFileSync(await (await connect.download('sample-app.zip')).path(), 'utf8')
  for (const file of ['private.pem', 'app.env', 'app.mjs'])
    expect(together, file).toContain(readFileSync(path.join(folder, file), 'utf8'))
  for (const step of ['sent the launch', 'called authorize', 'exchanged the code', 'its own token', 'read FHIR'])
    await expect(connect.step(step)).toContainText('not seen yet')
  await connect.watch.getByText('Nothing arrives?').click()
  await expect(connect.watch.getByRole('link', { name: 'Open the launch URL' })).toHaveAttribute('href', /\/launch$/)

  const silent = page.getByRole('alert', { name: 'Your app does not answer' })
  const app = spawn(process.execPath, ['--env-file=app.env', 'app.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  app.stderr?.on('data', (text) => {
    errors += text
  })
  try {
    await expect(silent).toContainText('/launch')
    await listening(app)
    await expect(silent, 'by itself').toHaveCount(0, { timeout: 15_000 })
    expect(errors, 'being asked is no error of the app').toBe('')
    const tab = await connect.launch('Sleep diary: week 1')
    await expect(tab.getByRole('heading')).toHaveText('The launch is open')
    await expect(tab.locator('pre')).toContainText('Patient/marijke-jansen')
    await expect(tab.getByRole('button', { name: 'Complete this task' }), 'the app has the right').toBeVisible()
    for (const step of ['sent the launch', 'called authorize', 'exchanged the code', 'its own token', 'read FHIR'])
      await expect(connect.step(step)).toContainText(/seen at/)
    await expect(connect.watch.getByRole('status')).toContainText('It works')
    await expect(connect.watch.getByText('Nothing arrives?')).toHaveCount(0)
    await expect(page).toHaveURL(/\/connect\?app=/)
    await page.reload()
    await expect(page.getByRole('region', { name: 'app.env' })).toContainText(/CLIENT_ID=/)
    expect(page.url()).toContain(/CLIENT_ID=(\S+)/.exec(await connect.env())?.[1])
    await connect.watch.getByRole('link', { name: 'See every request and every check' }).click()
    await page.getByRole('row').nth(1).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/ opened .*: (\d+) of \1 checks passed\./)
    for (const place of [/\/traces\?/, /\/connect\?/]) {
      await page.waitForLoadState()
      await page.goBack()
      await expect(page).toHaveURL(place)
    }
  } finally {
    app.kill()
  }
  await connect.remove()
  await expect(page.getByText(/You have no app here yet|Register another app/)).toBeVisible()
})

test('a developer registers a portal, opens a task with the sample, and sees the launch arrive', async ({ page }) => {
  const connect = new ConnectPage(page)
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await connect.openAs('Marijke Jansen')
  await connect.startAnother()
  await page.getByLabel('A portal: it signs launches').check()
  await expect(page.getByLabel('Launch URL')).toHaveCount(0)
  await page.getByLabel('Name').fill(`Portal ${crypto.randomUUID()}`)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const folder = mkdtempSync(path.join(RUN_FOLDER, 'portal-'))
  for (const name of ['private.pem', 'portal.env', 'launch.mjs'])
    await (await connect.download(name)).saveAs(path.join(folder, name))
  const launch = execFileSync(process.execPath, ['--env-file=portal.env', 'launch.mjs'], { cwd: folder })
  writeFileSync(path.join(folder, 'launch.html'), launch)
  const tab = await page.context().newPage()
  await tab.goto(`file://${folder}/launch.html`)
  for (const step of ['brought your launch token', 'the app was opened'])
    await expect(connect.step(step)).toContainText(/seen at/)
  await expect(connect.watch.getByRole('status')).toContainText('your launch token was accepted')
  expect(reads).toContain('/portal/api/tasks')
  expect(reads, 'the tasks of other people').not.toContain('/portal/api/compose')
  await expect(connect.watch, 'what the app read was not the portal').not.toContainText('Your portal read FHIR')
  await connect.remove()
})

test('the sample of a portal opens a task of a related person, for the patient', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openAs('Els Jansen')
  await connect.startAnother()
  await page.getByLabel('A portal: it signs launches').check()
  await page.getByLabel('Name').fill(`Portal ${crypto.randomUUID()}`)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings).toContainText('PERSON=RelatedPerson/els-jansen')
  await expect(settings).toContainText('PATIENT=Patient/marijke-jansen')
  await connect.remove()
})

test('the settings of a portal name no task that has ended, and a patient who has no other makes one', async ({
  page,
}) => {
  const connect = new ConnectPage(page)
  const own = newAccount()
  const { patient, task } = patientWithTask(`ended-${crypto.randomUUID()}`, { email: own.email, family: 'Ended' })
  importResources(patient, { ...task, status: 'completed' })
  await connect.openWithOwnAccount(own)
  await connect.startAnother()
  await page.getByLabel('A portal: it signs launches').check()
  await page.getByLabel('Name').fill(`Portal ${crypto.randomUUID()}`)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings).toContainText('You have no open task')
  await expect(settings).not.toContainText(task.id)
  await settings.getByRole('button', { name: 'Give yourself a new task' }).click()
  await expect(settings).toContainText('APP_ID=demo-app')
  const made = /TASK=(Task\/\S+)/.exec(await settings.innerText())?.[1] ?? ''
  importResources({ ...task, id: made.replace('Task/', ''), status: 'completed' })
  await expect(settings, 'completed while the page is open').toContainText('You have no open task')
  await connect.remove()
})

test('the settings of a portal name nobody but who is signed in: who has no person to open for is told so', async ({
  page,
}) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  await connect.startAnother()
  await page.getByLabel('A portal: it signs launches').check()
  await page.getByLabel('Name').fill(`Portal ${crypto.randomUUID()}`)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings.getByText('No patient or practitioner is linked to your account')).toBeVisible()
  await expect(settings.getByRole('link', { name: 'To the portal' })).toHaveAttribute('href', '/portal')
  await expect(settings).not.toContainText('marijke')
  await expect(settings).toContainText('TASK=Task/id')
  await connect.remove()
})

test('who presses Register at once gets an app, or a portal, with a name, and an app may complete tasks', async ({
  page,
}) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const name = page.getByLabel('Name')
  for (const [kind, called] of [
    ['A portal: it signs launches', 'My portal'],
    ['An app: people open a task in it', 'My app'],
  ] as const) {
    await page.getByLabel(kind).check()
    await expect(name).toHaveValue(called)
  }
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Show My app/ })).toBeVisible()
  expect(await connect.env()).toContain('COMPLETE_TASK=1')
  await page.getByRole('button', { name: 'Register another app' }).click()
  await name.fill('The name that I chose')
  await page.getByLabel('A portal: it signs launches').check()
  await expect(name).toHaveValue('The name that I chose')
})

test('two apps with one name are told apart by client_id, also in the dialog that removes one', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const name = `Twin ${crypto.randomUUID()}`
  for (const count of [1, 2]) {
    await connect.startAnother()
    await connect.register(name, `http://localhost:${await freePort()}`)
    await expect(page.getByRole('button', { name: `Show ${name}` })).toHaveCount(count)
  }
  const clientId = new URL(page.url()).searchParams.get('app')
  await expect(page.getByRole('button', { name: `Show ${name} (${clientId})`, exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Remove ${name} (${clientId})?`)
})

test('a practitioner gets a patient who can log in preselected, and does not find one whose record is inactive', async ({
  page,
}) => {
  const id = crypto.randomUUID()
  const of = (given: string, active: boolean) => ({
    ...{ resourceType: 'Patient', id: `${given}-${id}`, active, name: [{ family: `Aa-${id}`, given: [given] }] },
  })
  importResources(of('Ada', true), of('Abel', false))
  const connect = new ConnectPage(page)
  await connect.openAs('Daan Visser')
  await connect.startAnother()
  await connect.register(`App ${crypto.randomUUID()}`, 'http://localhost:9')
  const patient = page.getByLabel('Patient')
  await expect(patient.locator('option:checked')).toHaveText('Marijke Jansen')
  await page.getByLabel('Find by name').fill(`Aa-${id}`)
  await page.getByLabel('Find by name').press('Enter')
  await expect(patient.locator('option')).toHaveText([`Ada Aa-${id}`])
})

test('a double click registers an app once, while its key is being made', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const name = `Once ${crypto.randomUUID()}`
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Register', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your key' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Show ${name}` })).toHaveCount(1)
  await connect.remove()
  await expect(page.getByRole('button', { name: `Show ${name}` })).toHaveCount(0)
})

test('a new private key can be saved although the list shows the app before the answer arrives', async ({
  page,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED/
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  let made = false
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route('**/connect/api/apps', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    const response = await route.fetch()
    made = true
    await told
    return route.fulfill({ response })
  })
  await connect.register('Told twice', 'http://localhost:1')
  await expect.poll(() => made).toBe(true)
  await page.context().setOffline(true)
  await page.context().setOffline(false) // All is asked for again.
  await expect(page.getByRole('button', { name: 'Show Told twice' })).toBeVisible()
  tell()
  await expect(page.getByRole('button', { name: 'Download private.pem' })).toBeVisible()
  await connect.remove()
})

test('a developer sees which check refused, with a link to its page', async ({ page, request, baseURL }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const name = `App ${crypto.randomUUID()}`
  await connect.register(name, 'http://localhost:1')
  await expect(connect.step('called authorize')).toContainText('not seen yet')
  const clientId = /CLIENT_ID=(\S+)/.exec(await connect.env())?.[1] ?? ''
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'http://localhost:1/callback',
    response_type: 'token',
  })
  await request.get(`${baseURL}/oauth2/authorize?${query}`, { maxRedirects: 0 })
  await expect(connect.step('called authorize')).toContainText('refused')
  await expect(connect.step('called authorize').getByRole('link')).toHaveAttribute(
    'href',
    /\/docs\/errors\/authorize\./,
  )
  await connect.remove()
})

test('a write that is refused for want of a right has the button that gives it', async ({ page, request, baseURL }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  await page.getByLabel('Start and complete tasks').uncheck()
  await connect.register(`App ${crypto.randomUUID()}`, 'http://localhost:1')
  const pem = readFileSync(await (await connect.download('private.pem')).path(), 'utf8')
  const env = await connect.env()
  const [clientId = '', kid = ''] = ['CLIENT_ID', 'KEY_ID'].map((name) => new RegExp(`${name}=(\\S+)`).exec(env)?.[1])
  const key = await importPKCS8(pem, 'RS384')
  const patch = async () => {
    const endpoint = `${baseURL}/oauth2/token`
    const client_assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'RS384', kid })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(endpoint)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key)
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const form = { grant_type: 'client_credentials', scope: 'system/*.rs system/Task.ru', client_assertion_type }
    const { access_token } = await (await request.post(endpoint, { form: { ...form, client_assertion } })).json()
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json-patch+json' }
    // Without If-Match: it is permitted or not, and changes nothing.
    return (await request.patch(`${baseURL}/fhir/Task/sleep-diary-week-1`, { headers, data: [] })).status()
  }
  expect(await patch()).toBe(403)
  const line = connect.step('wrote to FHIR')
  await expect(line).toContainText('system/Task')
  const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x
  // Below the words: beside them, it would leave them a column of one word.
  expect(await leftOf(line.getByRole('button'))).toBe(await leftOf(line.locator('p').first()))
  await page.route('**/seen', async (route) => {
    const response = await route.fetch()
    const { items } = (await response.json()) as Seen
    const done = SEEN_STEPS.filter((step) => step !== 'write').map((step) => ({ ...items[0], step, outcome: 'done' }))
    await route.fulfill({ response, json: { items: [...done, ...items.filter(({ step }) => step === 'write')] } })
  })
  const summary = connect.watch.getByRole('status')
  await expect(summary).toContainText('Launched and reads; writing was refused.')
  await expect(summary).toContainText('by the button above: Let this app complete tasks')
  await expect(summary).not.toContainText(/It works|Complete a task from your app/)
  await line.getByRole('button', { name: 'Let this app complete tasks' }).click()
  await expect(line).toContainText('The app may do this now')
  await expect(summary).not.toContainText('by the button above')
  expect(await patch()).toBe(412)
  await expect(line, 'the reason of the 412').toContainText('Send If-Match')
  await page.unroute('**/seen')
  await page.route('**/seen', async (route) => {
    const response = await route.fetch()
    const { items } = (await response.json()) as Seen
    await route.fulfill({
      response,
      json: { items: SEEN_STEPS.map((step) => ({ ...items[0], step, outcome: 'done' })) },
    })
  })
  await expect(summary).toContainText('It works: your app was launched, read FHIR and wrote to it.')
  await expect(summary.getByRole('link')).toHaveText([
    'See every request and every check',
    'Try every failure on your app',
    'Get notified of changes',
  ])
  await expect(summary).toContainText('X-Trace-Id')
  await page.getByRole('button', { name: 'Change this app' }).click()
  await expect(page.getByLabel('Start and complete tasks')).toBeChecked()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await connect.remove()
})

test('a page stops asking about an app as soon as it is being removed', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  await connect.register(`App ${crypto.randomUUID()}`, 'http://localhost:1')
  await expect(connect.watch).toBeVisible()
  expect(page.url()).toContain('app=')
  const asked: string[] = []
  await page.route('**/remove', async (route) => {
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await new Promise((resolve) => setTimeout(resolve, 3000)) // Longer than the page waits between two looks.
    await route.continue()
  })
  await connect.remove()
  await expect.poll(() => asked).toContain('/connect/api/apps')
  await expect.poll(() => page.url(), 'the app that is gone').not.toContain('app=')
  expect(asked.filter((path) => path.endsWith('/seen'))).toEqual([])
})

test('a link to an unknown app says so, and shows another app instead', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const gone = page.getByRole('alert').filter({ hasText: 'The app in this link is not one of yours' })
  await expect(page.getByRole('heading', { name: 'Your apps' })).toBeVisible()
  await expect(gone).toHaveCount(0)
  await page.goto(`/connect?app=${crypto.randomUUID()}`)
  await expect(gone).toContainText('It was removed, or belongs to another account.')
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/connect?app=new')
  await expect(page.getByRole('heading', { name: 'Register an app or portal' })).toBeVisible()
  await expect(gone).toHaveCount(0)
})

test('a pasted private key is recognised and not sent', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  await page.getByLabel('Name').fill('x')
  await page.getByLabel('Paste a public key').check()
  await page.getByLabel('Public key', { exact: true }).fill('{"kty":"EC","crv":"P-256","x":"AA","y":"AA","d":"AA"}')
  await expect(page.getByText('This is a private key')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register', exact: true })).toBeDisabled()
})

test('what is no address is said at its field, before anything is registered', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const field = page.getByLabel('Redirect URIs')
  await field.fill('http://localhost:8080/callback\nnot a url')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/“not a url” is none/)
  await connect.register('With an address', 'http://localhost:8080')
  await expect(page.getByRole('heading', { name: 'Your key' })).toBeVisible()
})

test('APP-14 the page for developers has no serious finding', async ({ page }) => {
  const connect = new ConnectPage(page)
  await page.goto('/connect')
  await expect(page.getByRole('button', { name: 'Sign in as Daan Visser' })).toBeVisible()
  expect(await seriousFindings(page), 'signed out').toEqual([])
  await connect.openAs('Daan Visser')
  await connect.startAnother()
  expect(await seriousFindings(page), 'form').toEqual([])
  await connect.register('App of a moment', 'http://localhost:1')
  await expect(connect.watch).toBeVisible()
  await page.getByLabel('Find by name').fill('nobody of this name')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'nobody of this name' })).toBeVisible()
  await page.getByLabel('Find by name').fill('Marijke')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByLabel('Patient', { exact: true }).getByRole('option')).toHaveText(['Marijke Jansen'])
  await expect(page.getByLabel('Task')).toBeVisible()
  await expect(page.getByRole('region', { name: 'app.mjs' })).toBeVisible()
  expect(await seriousFindings(page), 'guide').toEqual([])
  await connect.remove()
})
