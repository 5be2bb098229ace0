// A form says what is missing at its field and in the language of the page, whatever the language of the browser.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'

const FORMS: readonly (readonly [path: string, button: string, first?: (page: Page) => Promise<void>])[] = [
  ['/admin/apps/new', 'Registreren'],
  ['/admin/users', 'Toevoegen'],
  ['/admin/tokens', 'Token maken'],
  ['/admin/roles', 'Opslaan', (page) => page.getByRole('button', { name: 'Nieuwe rol' }).click()],
  ['/tools/assertion', 'Ondertekenen'],
  ['/connect', 'Registreren', (page) => page.getByLabel('Naam', { exact: true }).fill('')],
  [
    '/subscriptions',
    'Subscription maken',
    async (page) => {
      await page.getByRole('button', { name: 'Nieuwe Subscription' }).click()
      await page.getByLabel('Endpoint').fill('geen adres')
    },
  ],
]

for (const [path, button, first] of FORMS)
  test(`an empty form at ${path} names each missing field in Dutch, in a browser that speaks English`, async ({
    page,
    signedInAs,
  }) => {
    await signedInAs('beheer@demo.test')
    await page.goto(path)
    await page.getByRole('button', { name: 'Nederlands' }).click()
    await first?.(page)
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) })
    await form.getByRole('button', { name: button, exact: true }).click()
    const wrong = form.locator('[aria-invalid=true]')
    await expect(wrong.first()).toBeFocused()
    await expect(wrong.first()).toHaveAccessibleDescription(/Vul dit in\./)
    if (path === '/subscriptions') await expect(wrong.last()).toHaveAccessibleDescription(/Vul een heel adres in/)
    expect(await seriousFindings(page), path).toEqual([])
    const count = await wrong.count()
    await wrong.first().fill('iets')
    await expect(wrong).toHaveCount(count - 1)
  })

test('a password that is too short and a malformed e-mail address are said at their fields', async ({
  page,
  signedInAs,
}) => {
  await signedInAs('beheer@demo.test')
  await page.goto('/admin/users')
  const form = page.getByRole('form', { name: 'Add a user' })
  await form.getByLabel('Name').fill('Kort Woord')
  await form.getByLabel('E-mail address').fill('kort')
  await form.getByLabel('Password').fill('kort')
  await form.getByLabel('Date of birth').fill('1990-05-17')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByLabel('E-mail address')).toBeFocused()
  await expect(form.getByLabel('E-mail address')).toHaveAccessibleDescription(/Enter an e-mail address/)
  await expect(form.getByLabel('Password')).toHaveAccessibleDescription(/at least 8 characters\./)
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(2)
})

test('an error of a field goes when a button fills the field in', async ({ page }) => {
  await page.goto('/tools/assertion')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign', exact: true }).click()
  const wrong = main.locator('[aria-invalid=true]')
  await expect(wrong.first()).toBeFocused()
  const count = await wrong.count()
  await main.getByRole('button', { name: 'Make one' }).click()
  await expect(wrong).toHaveCount(count - 1)
})
