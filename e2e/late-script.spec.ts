// A page whose script comes late: what a person types into it meanwhile is kept, and a button that is pressed does what it says.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const SCRIPTS = /\/_next\/static\/.*\.js/

test('text typed and choices made before the scripts have loaded are in the form that is sent', async ({
  page,
  asAdmin,
  tolerated,
}) => {
  tolerated.pattern = /status of 422/ // A set without a key is refused.
  await asAdmin()
  const scriptComes = await holdScripts(page)
  await page.goto('/admin/apps/new', { waitUntil: 'commit' })
  const clientId = `late-${crypto.randomUUID()}`
  await page.getByLabel('Name').fill('An app of somebody quick')
  await page.getByLabel('client_id').fill(clientId)
  await page.getByLabel('Redirect URIs').fill('http://localhost:8080/callback')
  await page.getByLabel('Tasks', { exact: true }).selectOption('any')
  await page.getByLabel('Paste a JWK Set').check()
  scriptComes()
  await page.getByLabel('JWK Set or JWK').fill('{"keys":[]}')
  await expect(page.getByLabel('Name')).toHaveValue('An app of somebody quick')
  const sending = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Register' }).click()
  expect((await sending).postDataJSON()).toMatchObject({
    name: 'An app of somebody quick',
    clientId,
    redirectUris: ['http://localhost:8080/callback'],
    anyTask: true,
    keys: { jwks: '{"keys":[]}' },
  })
})

test('a button pressed twice before the scripts have loaded acts once when they have', async ({ page, idp }) => {
  const scriptComes = await holdScripts(page)
  await page.goto('/portal', { waitUntil: 'commit' })
  const signIns: string[] = []
  page.on('request', (request) => request.method() === 'POST' && signIns.push(new URL(request.url()).pathname))
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.click()
  await button.click()
  expect(signIns).toEqual([])
  scriptComes()
  await expect(idp.submit).toBeVisible()
  expect(signIns).toEqual(['/api/auth/signin/shared-idp'])
})

test('a name typed into the search of the portal before the scripts have loaded is searched for once they have', async ({
  page,
  signedInAs,
}) => {
  await signedInAs('daan@demo.test')
  const scriptComes = await holdScripts(page)
  await page.goto('/portal', { waitUntil: 'commit' })
  const field = page.getByLabel('Find by name')
  await field.pressSequentially('Marijke')
  scriptComes()
  await expect(page).toHaveURL(/\/portal\?name=Marijke$/)
  await expect(field).toHaveValue('Marijke')
  await expect(page.getByRole('table', { name: 'Patients', exact: true })).toContainText('Marijke Jansen')
})

test('no letter is lost of what is typed while the page comes to life', async ({ page, signedInAs }) => {
  await signedInAs('daan@demo.test')
  const field = page.getByLabel('Find by name')
  // Chance decides at which moment of a page the letters come.
  for (const round of [1, 2, 3]) {
    const scriptComes = await holdScripts(page)
    await page.goto(`/portal?round=${round}`, { waitUntil: 'commit' })
    const typing = typeWhileItHydrates(field)
    scriptComes()
    const typed = await typing
    await expect(field).toHaveValue(typed)
    await expect(page).toHaveURL((url) => url.searchParams.get('name') === typed)
    await page.unroute(SCRIPTS)
  }
})

for (const [field, path, name] of [
  ['Search', '/traces', 'text'],
  ['Find by name or e-mail address', '/admin/users', 'q'],
] as const)
  test(`a text typed into "${field}" before the scripts have loaded is searched for once they have`, async ({
    page,
    asAdmin,
  }) => {
    await asAdmin()
    const scriptComes = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('searchbox', { name: field, exact: true }).pressSequentially('zzz')
    scriptComes()
    await expect(page).toHaveURL((url) => url.searchParams.get(name) === 'zzz')
    await expect(page.getByRole('searchbox', { name: field, exact: true })).toHaveValue('zzz')
  })

test('a question typed into the search of the documentation before the scripts have loaded goes on in the dialog', async ({
  page,
}) => {
  const scriptComes = await holdScripts(page)
  await page.goto('/docs', { waitUntil: 'commit' })
  await page.getByLabel('Search the documentation').pressSequentially('launch')
  scriptComes()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('launch')
})

test('a click on a person of the demo before the scripts have loaded signs in once they have', async ({
  page,
  portal,
}) => {
  const scriptComes = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Start the demo' }).click()
  scriptComes()
  await page.waitForURL(/\/portal/, { waitUntil: 'commit' })
  await expect(portal.main).toContainText('Sleep diary: week 1')
})

test('a page whose scripts fail to load says so, and works after a reload', async ({ page, idp, tolerated }) => {
  tolerated.pattern = /ERR_FAILED/
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/portal')
  const told = page.getByRole('alert').filter({ hasText: 'Part of this page did not load' })
  await expect(told).toBeVisible()
  await page.unroute(SCRIPTS)
  await told.getByRole('link', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(told).toBeHidden()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(idp.submit).toBeVisible()
})

/** Types before the page is heard, and in each turn of the event loop from then on; answers what it typed. */
const typeWhileItHydrates = (field: Locator): Promise<string> =>
  field.evaluate(async (input: HTMLInputElement) => {
    const { port1, port2 } = new MessageChannel()
    const turn = () =>
      new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage('')
      })
    let typed = ''
    const type = (letter: string) => {
      document.execCommand('insertText', false, letter)
      typed += letter
    }
    input.focus()
    type('T')
    while ('slipwayEarlyPresses' in window) await turn()
    for (const letter of 'yper 9d4d6b22') {
      window.dispatchEvent(new PopStateEvent('popstate')) // Renders the page again, as an answer that comes at that moment would.
      type(letter)
      await turn()
    }
    return typed
  })

/** Holds back the scripts of pages until the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(SCRIPTS, async (route) => {
    await released
    await route.continue()
  })
  return release
}
