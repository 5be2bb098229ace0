// An administrator rotates and revokes keys in the console, at a server of these tests: others would lose what is signed.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { registerReaderAt } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { type LoneServer, startServer } from './lone-server.ts'
import { KEYS_ENV } from './server-env.ts'

const { PUBLIC_URL: origin } = KEYS_ENV

test.use({ baseURL: origin })
test.describe.configure({ mode: 'default' }) // One server, so one worker.

let server: LoneServer
test.beforeAll(async () => {
  server = await startServer(KEYS_ENV)
})
test.afterAll(() => server.remove())

/** The status of a read with that token. */
const readWith = async (token: string): Promise<number> =>
  (await fetch(`${origin}/fhir/DEFAULT/Patient?_count=1`, { headers: { authorization: `Bearer ${token}` } })).status

const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { readonly kid: string }).kid

const published = async (): Promise<readonly string[]> => {
  const { keys } = (await (await fetch(`${origin}/oauth2/jwks`)).json()) as {
    readonly keys: { readonly kid: string }[]
  }
  return keys.map(({ kid }) => kid)
}

/** The keys as the console shows them: a row has the beginning of a kid, its buttons name all of it. */
async function keysOfTokens(page: Page) {
  await page.goto('/admin/keys')
  const part = page.getByRole('table', { name: 'Keys' })
  await expect(part.getByRole('row').nth(1)).toBeVisible()
  return part
}

test('KEY-05 letting a new key sign at once is confirmed first, and what the old key signed stays valid until it expires', async ({
  page,
  asAdmin,
}) => {
  const newToken = await registerReaderAt(KEYS_ENV)
  const before = await newToken()
  const old = kidOf(before)
  const signing = await published() // Another one signs id_tokens.
  expect(signing).toContain(old)
  expect(await readWith(before)).toBe(200)
  const admin = await asAdmin()
  const part = await keysOfTokens(page)
  const rotate = part.getByRole('button', { name: 'Rotate now: Access tokens' })
  await rotate.click()
  await expect(admin.dialog.getByRole('heading')).toHaveText('Let a new key sign now: Access tokens?')
  await expect(admin.dialog).toContainText('may refuse what it signs for some minutes')
  await expect(admin.dialog).toContainText('The current key signs no more from now on, and stays published')
  expect(await seriousFindings(page), 'the question').toEqual([])
  await page.keyboard.press('Escape')
  await expect(rotate).toBeFocused()
  await part.getByRole('button', { name: 'Rotate: Access tokens' }).click()
  await expect(admin.dialog).toContainText('Until then the current key signs; from then on that one signs no more')
  await page.keyboard.press('Escape')
  expect(await published(), 'nothing was done').toEqual(signing)

  await rotate.click()
  await admin.confirm('Let it sign now')
  await expect(admin.outcome).toContainText('Access tokens: a new key signs from now on.')
  await expect(admin.outcome).toContainText('stays published until what it signed has expired')
  await expect(part.getByRole('row', { name: old })).toContainText('retired')
  await expect(part.getByRole('row', { name: old })).toContainText('yes')
  const after = await newToken()
  await expect(part.getByRole('row', { name: kidOf(after) })).toContainText('active')
  expect(kidOf(after)).not.toBe(old)
  expect([...(await published())].toSorted()).toEqual([...signing, kidOf(after)].toSorted())
  expect([await readWith(before), await readWith(after)], 'by the old key, and by the new one').toEqual([200, 200])
})

test('KEY-06 revoking a key is confirmed with its kid and the consequences, and what it signed is refused at once', async ({
  page,
  asAdmin,
  portal,
  app,
}) => {
  const newToken = await registerReaderAt(KEYS_ENV)
  const before = await newToken()
  const old = kidOf(before)
  const admin = await asAdmin()
  const part = await keysOfTokens(page)
  const revoke = part.getByRole('button', { name: `Revoke ${old}` })
  await revoke.click()
  await expect(admin.dialog.getByRole('heading')).toHaveText('Revoke this key: Access tokens?')
  await expect(admin.dialog).toContainText(old)
  await expect(admin.dialog).toContainText(
    'Everything it signed is refused at once, and another key signs from then on.',
  )
  await expect(admin.dialog).toContainText('This cannot be undone.')
  expect(await seriousFindings(page), 'the question').toEqual([])
  await admin.confirm('Cancel')
  await expect(admin.dialog).toHaveCount(0)
  expect(await readWith(before), 'nothing was done').toBe(200)

  await revoke.click()
  await admin.confirm('Revoke the key')
  await expect(admin.outcome).toContainText(`Access tokens: the key ${old} is revoked.`)
  await expect(admin.outcome).toContainText(/The key \S+ signs from now on\./)
  const row = part.getByRole('row', { name: old })
  await expect(row).toContainText('revoked')
  await expect(row.getByRole('button', { name: /^Revoke/ })).toHaveCount(0)
  expect(await readWith(before)).toBe(401)
  expect(await published()).not.toContain(old)
  const after = await newToken()
  await expect(admin.outcome).toContainText(`The key ${kidOf(after)} signs from now on.`)
  expect(await readWith(after)).toBe(200)
  expect(await seriousFindings(page), 'what was said').toEqual([])

  // The portal, the identity provider and the app go on with the new key.
  await page.context().clearCookies()
  await portal.launchDemo()
  await portal.openTask('Sleep diary: week 1')
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})
