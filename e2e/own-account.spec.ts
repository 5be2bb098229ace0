// A person at the own account, and an administrator at the page of a user.
import type { Browser, Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { slipway } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { AccountMenu } from './pages/account.ts'
import { IdpPage } from './pages/idp.ts'

const PASSWORD = 'a long password'

/** An account of its own for a test. */
function newcomer(name: string) {
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.org`
  slipway('user', 'add', '--email', email, '--name', name, '--password', PASSWORD)
  return email
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/account')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('to continue to your account')).toBeVisible()
  await new IdpPage(page).logIn(email, password)
  await page.waitForURL('**/account')
}

const otherBrowser = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

test('a person changes the own name, which the header has at once', async ({ page }) => {
  const email = newcomer('Kim')
  await signIn(page, email)
  const name = page.getByRole('form', { name: 'Change your name' })
  await expect(name.getByRole('button', { name: 'Change the name' })).toBeDisabled()
  await name.getByLabel('Name').fill('')
  await name.getByLabel('Name').press('Enter')
  await name.getByLabel('Name').fill('Kim de Mol')
  await name.getByRole('button', { name: 'Change the name' }).click()
  await expect(name.getByText('Your name is changed.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account: Kim de Mol' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who you are' })).toContainText('Kim de Mol')
  expect(await seriousFindings(page), 'renamed').toEqual([])
  await page.getByRole('button', { name: 'Nederlands' }).first().click()
  await expect(page.getByRole('form', { name: 'Je naam wijzigen' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Kim de Mol')
})

test('a person changes the password, which ends the session in another browser, and ends a session from here', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = newcomer('Kim')
  const other = await otherBrowser(browser)
  await signIn(other, email)
  await signIn(page, email)
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('row')).toHaveCount(3)
  await expect(sessions).toContainText('this one')
  expect(await seriousFindings(page), 'account').toEqual([])
  await page.getByLabel('Present password').fill(PASSWORD)
  await page.getByLabel('New password').fill('a longer password')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('All your other sessions have ended')).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await other.reload()
  await expect(other.getByText('Sign in to see your account.')).toBeVisible()
  await signIn(other, email, 'a longer password')
  await page.reload()
  await page.getByRole('button', { name: 'Sign out there' }).click()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  const third = await otherBrowser(browser)
  for (const one of [other, third]) await signIn(one, email, 'a longer password')
  await page.reload()
  await expect(sessions.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await third.reload()
  await expect(third.getByText('Sign in to see your account.')).toBeVisible()
  await other.reload()
  await expect(other.getByText('Sign in to see your account.')).toBeVisible()
  await new AccountMenu(page).open()
  await expect(page.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
})

test('an administrator locks a user, unlocks it, and hands out a link by which the user chooses a password once', async ({
  page,
  browser,
  signedInAs,
  tolerated,
}) => {
  test.slow()
  tolerated.pattern = /41[0]|status of 4\d\d/ // A link that was used answers 410.
  const email = newcomer('Robin')
  const theirs = await otherBrowser(browser)
  await signIn(theirs, email)
  await signedInAs('beheer@demo.test')
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Find by name' }).fill(email)
  await page.getByRole('link', { name: 'Robin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Robin')
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2)
  expect(await seriousFindings(page), 'user').toEqual([])
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('button', { name: 'Lock the account' }).click()
  await expect(page.getByText('No session is open.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('Sign in to see your account.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Unlock' }).first().click()
  await expect(page.getByText('can sign in', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByText(/\/account\/password#/)
  await expect(link).toBeVisible()
  const address = (await link.textContent()) ?? ''
  await theirs.goto(address)
  await expect(theirs.getByText(`For Robin (${email}).`)).toBeVisible()
  expect(theirs.url()).not.toContain('#')
  expect(await seriousFindings(theirs), 'new password').toEqual([])
  await theirs.getByLabel('New password').fill('chosen by Robin')
  await theirs.getByRole('button', { name: 'Set the password' }).click()
  await expect(theirs.getByText('You have a new password.')).toBeVisible()
  await signIn(theirs, email, 'chosen by Robin')
  const late = await otherBrowser(browser)
  await late.goto(address)
  await expect(late.getByText('This link cannot be used')).toBeVisible()
})
