// A page’s content is determined by its address: reload, a link and Back lead to the same.
import { expect, test, untilHeard } from './fixtures.ts'
import { AuditPage } from './pages/audit.ts'
import { SubscriptionsPage } from './pages/subscriptions.ts'

test('a search for accounts survives a reload, and a way to another page and back', async ({ page, asAdmin }) => {
  const admin = await asAdmin()
  await page.goto('/admin/users')
  await admin.find('daan')
  await expect(page).toHaveURL(/\/admin\/users\?q=daan$/)
  await expect(admin.row('Daan Visser')).toBeVisible()
  await expect(admin.row('Bram de Boer')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Find by name or e-mail address')).toHaveValue('daan')
  await expect(admin.row('Daan Visser')).toBeVisible()
  await expect(admin.row('Bram de Boer')).toBeHidden()
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await expect(admin.heading).toHaveText('Roles')
  await page.goBack()
  await expect(page.getByLabel('Find by name or e-mail address')).toHaveValue('daan')
  await admin.find('')
  await expect(page).toHaveURL(/\/admin\/users$/)
  await expect(admin.row('Bram de Boer')).toBeVisible()
})

test('a search for apps survives a reload, by name, client_id and status, and says how many there are', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin()
  await page.goto('/admin/apps')
  const main = page.getByRole('main')
  const search = page.getByLabel('Find by name, client_id, owner or status')
  await search.fill('DEMO-app approved')
  await expect(page).toHaveURL(/\/admin\/apps\?q=DEMO-app\+approved$/)
  await expect(main).toContainText('1 app')
  await page.reload()
  await expect(search).toHaveValue('DEMO-app approved')
  await expect(admin.row('demo-app')).toBeVisible()
  await expect(admin.row('demo-portal')).toBeHidden()
  await search.fill('demo-app disabled')
  await expect(main).toContainText('No app has that name, client_id, owner or status.')
  await search.fill('')
  await expect(admin.row('demo-portal')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/apps$/)
})

test('Back leads to the filters of the audit log that were sent before, fields included', async ({
  page,
  idp,
  asAdmin,
}) => {
  const auditor = `auditor-${crypto.randomUUID()}@example.org`
  const password = 'een lang wachtwoord'
  const audit = new AuditPage(page)
  const admin = await asAdmin()
  await page.goto('/admin/users')
  await page.getByRole('form', { name: 'Add a user' }).getByLabel('Role').selectOption('auditor')
  await admin.addUser('Lot Bos', auditor, password)
  await page.context().clearCookies()
  await audit.signIn()
  await idp.logIn(auditor, password)
  const event = audit.filters.getByRole('combobox', { name: 'Event', exact: true })
  const person = audit.filters.getByRole('textbox', { name: 'Person', exact: true })

  await audit.choose('Event', 'Sign-in')
  await audit.show()
  await expect(page).toHaveURL(/\?name=login$/)
  await expect(audit.filters.getByRole('button', { name: 'Show' })).toBeFocused()
  await audit.fill('Person', auditor)
  await audit.show()
  await expect(page).toHaveURL(/\?name=login&person=auditor/)
  await page.goBack()
  await expect(page).toHaveURL(/\?name=login$/)
  await expect(event).toHaveValue('login')
  await expect(person).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(event).toHaveValue('')
  await page.goForward()
  await expect(event).toHaveValue('login')
})

test('an opened event of a Subscription is open again after a reload', async ({ page, idp }) => {
  const subscriptions = new SubscriptionsPage(page)
  await subscriptions.signIn()
  await idp.logIn('beheer@demo.test')
  await subscriptions.open('The sleep diary follows tasks')
  const handshake = subscriptions.events.filter({ hasText: 'Handshake' })
  await expect(handshake).toBeVisible()
  const address = new URL(page.url())
  await page.goto(`${address.pathname}?event=nothing`)
  await expect(handshake).not.toHaveAttribute('open')
  await handshake.locator('summary').first().click()
  await expect(page).toHaveURL(/\?event=0$/)
  await page.reload()
  await expect(handshake).toHaveAttribute('open')
})

test('signing in, also with one click, leads back to the patient or app of the page', async ({ page, idp }) => {
  const forgotten = async () => {
    await page.goto('about:blank') // So that nothing asks for more without its cookies.
    await page.context().clearCookies()
  }
  await page.goto('/portal?patient=marijke-jansen')
  await page.getByRole('button', { name: 'Sign in as Daan Visser' }).click()
  await expect(page).toHaveURL(/\/portal\?patient=marijke-jansen$/)
  await expect(page.getByRole('main')).toContainText('Marijke Jansen')

  await forgotten()
  await page.goto('/portal?patient=marijke-jansen')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await idp.logIn('daan@demo.test')
  await expect(page).toHaveURL(/\/portal\?patient=marijke-jansen$/)

  await forgotten()
  await page.goto('/connect?app=demo-app')
  await page.getByRole('button', { name: 'Sign in as Daan Visser' }).click()
  await expect(page).toHaveURL(/\/connect\?app=demo-app$/)
})

test('signing in leads back to the page that was asked for, with its query', async ({ page, idp }) => {
  await page.goto('/browse/Task/sleep-diary-week-1?tab=references')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await idp.logIn('beheer@demo.test')
  await expect(page).toHaveURL(/\/browse\/Task\/sleep-diary-week-1\?tab=references$/)
  await expect(page.getByRole('tab', { name: 'References' })).toHaveAttribute('aria-selected', 'true')
  await page.context().clearCookies()
  await page.goto('/admin/users?q=daan')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await idp.logIn('beheer@demo.test')
  await expect(page).toHaveURL(/\/admin\/users\?q=daan$/)
  await expect(page.getByLabel('Find by name or e-mail address')).toHaveValue('daan')
})

test('after a reload, Back loads the former page anew, and its search field works at once', async ({
  page,
  portal,
  idp,
}) => {
  await portal.signIn()
  await idp.logIn('daan@demo.test')
  await portal.findPatient('Marijke Jansen')
  const tasks = page.getByRole('heading', { name: 'Tasks of Marijke Jansen' })
  await expect(tasks).toBeVisible()
  await page.reload()
  await untilHeard(page) // The router of a page that is left while it begins asks for what it would have shown.
  const ofRouter: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('_rsc=')) ofRouter.push(request.url())
  })
  await page.goBack()
  await expect(page.getByLabel('Find by name')).toHaveValue('Marijke Jansen')
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().type)).toBe('reload')
  expect(ofRouter).toEqual([])
  await portal.searchPatient('nobody-of-this-name')
  await expect(portal.main).toContainText('Nobody is called')
  const loadedAt = () => page.evaluate(() => performance.timeOrigin)
  const before = await loadedAt()
  await page.goBack()
  await expect(portal.main).toContainText('1 patient')
  expect(await loadedAt(), 'what this document showed is not loaded again').toBe(before)
})
