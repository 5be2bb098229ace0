// The page of notifications: the list, a receiver that breaks and is repaired, stopping.
import { seriousFindings } from './axe.ts'
import { newAccount, registerWriter, slipway } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { SubscriptionsPage } from './pages/subscriptions.ts'

const OF_THE_DEMO = 'The sleep diary follows tasks'
/** Where nobody listens. */
const NOBODY = 'http://localhost:9'
const task = { resourceType: 'Task', status: 'ready', intent: 'order' }

test('SUB-33 an administrator breaks the demo receiver, watches the attempts, and repairs it', async ({
  page,
  signedInAs,
}) => {
  const subscriptions = new SubscriptionsPage(page)
  const { events, headline, receiver } = subscriptions
  await signedInAs('beheer@demo.test')
  await page.goto('/subscriptions')
  await expect(page.getByRole('navigation', { name: 'Console' })).toContainText('Subscriptions')
  const places = page.getByRole('banner').getByRole('navigation')
  await expect(places.getByRole('link', { name: 'Console' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('listitem').filter({ hasText: OF_THE_DEMO })).toContainText('Sleep diary demo-app ·')
  await subscriptions.open(OF_THE_DEMO)
  await expect(headline).toContainText('active')
  await expect(page).toHaveTitle(`${OF_THE_DEMO} · Subscriptions · Slipway`)
  // The handshake, or what other tests have made arrive since.
  await expect(subscriptions.arrived.nth(1)).toContainText('valid')

  await subscriptions.press('Answer 500 for a minute')
  await expect(receiver.getByRole('status').first()).toContainText('It is broken')
  await expect(receiver.getByRole('status').first().locator('time')).toHaveAttribute('title', / UTC$/)
  const write = await registerWriter(`writer-${crypto.randomUUID()}`, NOBODY)
  expect((await write(task)).status).toBe(201)
  const failing = events.filter({ hasText: 'not delivered' })
  await expect(failing.first()).toContainText('With status 500')
  await expect(
    failing
      .first()
      .getByText(/^Next attempt at/)
      .locator('time'),
  ).toHaveAttribute('title', / UTC$/)
  await expect(headline).toContainText('http-500: failed 3 times in a row')
  await page.getByRole('button', { name: 'Nederlands' }).click()
  await expect(headline).toContainText('http-500: mislukte 3 keer achter elkaar')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(headline).toContainText('failed 3 times in a row')
  await subscriptions.press('Send again')
  await expect(failing.first()).toContainText('Sent, attempt 4')

  await subscriptions.press('Repair it')
  await expect(receiver.getByRole('status').first()).toContainText('It accepts notifications.')
  await expect(headline).toContainText('Its receiver answers.')
  await expect(failing).toHaveCount(0)
  const delivered = events.filter({ hasText: 'Sent, attempt 4' }).first()
  await expect(delivered).toContainText('With success')
  await expect(delivered).toContainText('The receiver verified the signature')
  await subscriptions.press('Send a test')
  await expect(subscriptions.test).toContainText('With success, after')
  await expect(subscriptions.test).toContainText('Nothing: the receiver answers as it should.')
  await expect(subscriptions.arrived.nth(1)).toContainText('Handshake or test')
})

test('SUB-33 an administrator stops and deletes a Subscription whose receiver does not answer', async ({
  page,
  signedInAs,
  tolerated,
}) => {
  tolerated.pattern = /status of 4(04|10)/
  const subscriptions = new SubscriptionsPage(page)
  const name = `Stopped ${crypto.randomUUID()}`
  const write = await registerWriter(`stopped-${crypto.randomUUID()}`, NOBODY)
  const channel = { type: 'rest-hook', endpoint: `${NOBODY}/hook?key=hidden`, header: ['Authorization: Bearer hidden'] }
  const resource = { resourceType: 'Subscription', status: 'requested', reason: name, criteria: 'Task?', channel }
  expect((await write(resource)).status).toBe(201)
  await signedInAs('beheer@demo.test')
  await page.goto('/subscriptions')
  await subscriptions.open(name)
  await expect(subscriptions.events).toContainText(['Nobody listens at that address.'])
  await subscriptions.events.getByText('Headers', { exact: true }).first().click()
  await expect(subscriptions.events.first()).toContainText('***')
  await expect(page.getByRole('main')).not.toContainText('hidden')
  await subscriptions.stop(name)
  await expect(subscriptions.headline).toContainText('Nothing is sent.')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(subscriptions.headline).toContainText('Nothing is sent.')
  expect(
    asked.filter((path) => path.startsWith('/subscriptions/api/')),
    'it came with the page',
  ).toEqual([])
  await expect(page.getByRole('link', { name: 'Its record in Browse' })).toBeVisible()
  await subscriptions.delete(name)
  await expect(page.getByText(OF_THE_DEMO)).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('SUB-33 a developer deletes a Subscription of the own app, and sees no other', async ({ page, idp }) => {
  const subscriptions = new SubscriptionsPage(page)
  const clientId = `of-a-developer-${crypto.randomUUID()}`
  const write = await registerWriter(clientId, NOBODY)
  const channel = { type: 'rest-hook', endpoint: `${NOBODY}/hook` }
  const resource = { resourceType: 'Subscription', status: 'requested', reason: clientId, criteria: 'Task?', channel }
  expect((await write(resource)).status).toBe(201)
  const { email, password } = newAccount()
  slipway('app', 'developer', clientId, email)
  await subscriptions.signIn()
  await idp.logIn(email, password)
  await expect(page.getByText(OF_THE_DEMO)).toHaveCount(0)
  await subscriptions.open(clientId)
  await subscriptions.delete(clientId)
  await expect(page.getByRole('heading', { name: 'No Subscription yet' })).toBeVisible()
})

test('SUB-33 an administrator creates a Subscription for an app, and tests its receiver', async ({
  page,
  signedInAs,
  tolerated,
}) => {
  tolerated.pattern = /422/
  const subscriptions = new SubscriptionsPage(page)
  const id = `created-${crypto.randomUUID()}`
  await registerWriter(id, NOBODY)
  await signedInAs('beheer@demo.test')
  await page.goto('/subscriptions')
  await subscriptions.press('New Subscription')
  const form = page.getByRole('region', { name: 'A new Subscription' })
  await form.getByLabel('App').selectOption(id)
  await expect(form.getByLabel('Endpoint')).toHaveValue(`${NOBODY}/`)
  await form.getByLabel('What it is for').fill(`Of ${id}`)
  await form.getByLabel('Criteria').fill('Spaceship?')
  await form.getByLabel('Endpoint').fill(`${NOBODY}/hook`)
  expect(await seriousFindings(page), 'form').toEqual([])
  await subscriptions.press('Create the Subscription')
  await expect(form.getByLabel('Criteria')).toHaveAccessibleDescription(/does not support the resource type Spaceship/)
  await form.getByLabel('Criteria').fill('Task?status=draft')
  await subscriptions.press('Create the Subscription')
  await expect(subscriptions.heading).toHaveText(`Of ${id}`)
  await subscriptions.press('Send a test')
  await expect(subscriptions.test).toContainText('Nobody listens at that address.')
  await expect(subscriptions.test).toContainText('Start the receiver')
  expect(await seriousFindings(page), 'test').toEqual([])
})

test('SUB-33 a visitor is asked to sign in, and a developer without a Subscription is told how to get one', async ({
  page,
}) => {
  const subscriptions = new SubscriptionsPage(page)
  await page.goto('/subscriptions')
  await expect(subscriptions.signInButton).toBeVisible()
  expect(await seriousFindings(page), 'signed out').toEqual([])
  await page.goto('/connect')
  await page.getByRole('button', { name: 'Sign in as Els Jansen' }).click()
  await expect(page.getByRole('button', { name: 'Register', exact: true })).toBeVisible()
  await page.goto('/subscriptions')
  await expect(page.getByRole('heading', { name: 'You have not registered an app' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('an app hears at once that a record has changed')
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to the portal' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Subscription' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign in as Femke Smit' })).toBeVisible()
  expect(await seriousFindings(page), 'empty').toEqual([])
})

test('APP-14 no page of Subscriptions has a serious finding, wide or narrow', async ({
  page,
  signedInAs,
  tolerated,
}) => {
  test.slow() // axe looks at each page in two widths and themes.
  tolerated.pattern = /404/
  const subscriptions = new SubscriptionsPage(page)
  await signedInAs('beheer@demo.test')
  await page.goto('/subscriptions')
  await expect(subscriptions.receiver).toBeVisible()
  const look = async (what: string) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await seriousFindings(page), `${what} at ${width}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${what} overflows at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await look('list')
  await subscriptions.open(OF_THE_DEMO)
  await expect(subscriptions.events.first()).toBeVisible()
  await subscriptions.receiver.getByText('Your own receiver').click()
  await look('one')
  await page.goto('/subscriptions/nobody')
  await expect(subscriptions.heading).toHaveText('There is no such Subscription here')
})

test('a page whose session has ended says so, and asks no more', async ({ page, signedInAs, tolerated }) => {
  tolerated.pattern = /status of 401/
  await page.clock.install()
  await signedInAs('beheer@demo.test')
  await page.goto('/subscriptions')
  await expect(new SubscriptionsPage(page).receiver).toBeVisible()
  await page.context().clearCookies()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await page.clock.runFor(3000) // Also of what else the page follows.
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.runFor(20_000)
  expect(asked).toEqual([])
})
