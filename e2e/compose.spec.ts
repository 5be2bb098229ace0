// A person composes launches: good ones, ones that must fail, for this browser and for a phone.
import type { Locator, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { freePort } from '../scripts/free-port.mjs'
import { seriousFindings } from './axe.ts'
import { importResources, newAccount, patientWithTask } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { AppPage } from './pages/app.ts'
import { ComposePage } from './pages/compose.ts'
import { ConnectPage } from './pages/connect.ts'
import { IdpPage } from './pages/idp.ts'

const decoded = async (page: Page, code: Locator) => {
  const png = (await code.screenshot()).toString('base64')
  const image = await page.evaluate(async (source) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    canvas?.drawImage(bitmap, 0, 0)
    const { width, height, data } = canvas?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1)
    return { width, height, data: [...data] }
  }, png)
  return decodeQR({ ...image, data: new Uint8ClampedArray(image.data) })
}

test('a composed launch opens the app in a new tab', async ({ page, context }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await expect(composer.claims).toContainText('"sub": "Patient/marijke-jansen"')
  const opening = context.waitForEvent('page')
  await composer.newTab.click()
  const tab = await opening
  await new IdpPage(tab).logIn('marijke@demo.test')
  const app = new AppPage(tab)
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  const trace = page.getByRole('link', { name: 'See what happened to this launch' })
  await expect(trace).toHaveAttribute('href', /^\/traces\/l-/)
})

test('the failure of a wrong user says that whom the sign-in asks for would be let in', async ({ page }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.failure.selectOption('wrong-user')
  await expect(page.getByText('Sign in as anybody but the person whom the sign-in asks for')).toBeVisible()
  await composer.failure.selectOption('expired')
  await expect(page.getByText('Sign in as anybody but')).toHaveCount(0)
})

test('the composer fits a first screen, names each code, and folds what follows from the task', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto('/portal/compose')
  const user = page.getByLabel('Gebruiker (sub)')
  await expect(user).toHaveValue('Marijke Jansen')
  await expect(user).toHaveAccessibleDescription('Patient/marijke-jansen')
  await expect(page.getByLabel('Taak (resource)')).toHaveValue(/^Slaapdagboek/)
  await expect(page.getByRole('combobox', { name: 'Fout naar keuze' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('combobox', { name: 'Aflevering' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Alle claims')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Op een telefoon' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Claims' })).toBeInViewport({ ratio: 0.5 })
  const intent = page.getByLabel('Bedoeling (intent)')
  await expect(intent).toBeHidden()
  await page.getByText('die volgen uit de taak').click()
  await expect(intent).toHaveAccessibleDescription('een opdracht')
  await user.fill('Patient/somebody-else')
  await expect(user).toHaveAccessibleDescription('Patient/…, Practitioner/… of RelatedPerson/…')
  expect(await seriousFindings(page)).toEqual([])
  await context.close()
})

test('the composer keeps a person whose tasks have all ended, says so, and leads to a new one', async ({
  page,
  portal,
  browse,
  idp,
}) => {
  const { email, password } = newAccount()
  const id = `over-${crypto.randomUUID()}`
  const { patient, task } = patientWithTask(id, { email, family: 'Voorbij' })
  importResources(patient, { ...task, status: 'completed' })
  await browse.signIn()
  await idp.logIn(email, password)
  await page.waitForURL('**/browse')
  const composer = new ComposePage(page)
  await composer.open()
  await expect(composer.sub).toHaveAccessibleDescription(`Patient/${id}`)
  await expect(composer.task).toHaveValue('Diary of Voorbij (has ended)')
  await expect(page.getByText('Noor Voorbij has no open task of Sleep diary.')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Give one in the portal' }).click()
  await expect(portal.openButton('Sleep diary')).toBeVisible()
  await composer.open()
  await expect(composer.sub).toHaveAccessibleDescription(`Patient/${id}`)
  await expect(composer.task).toHaveValue('Sleep diary')
  await expect(page.getByText('has no open task')).toHaveCount(0)
})

test('an expired launch is refused, and the app says by which check', async ({ page, app }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.failure.selectOption('Expired')
  await expect(page.getByRole('link', { name: 'launch.time' })).toHaveAttribute('href', '/docs/errors/launch.time')
  await composer.here.click()
  await app.opened()
  await expect(app.main).toContainText('launch.time')
  await page.goto('/docs/errors/launch.time')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('launch.time')
})

test('a replayed launch is accepted once and then refused', async ({ page, context }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.failure.selectOption('Replayed')
  await composer.here.click()
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: '1. Send it' }).click()
  await expect(new IdpPage(await opening).submit).toBeVisible()
  await page.getByRole('button', { name: '2. Send it again' }).click()
  const app = new AppPage(page)
  await app.opened()
  await expect(app.main).toContainText('launch.jti')
})

test('any claim can be changed, removed and added, and the preview shows it', async ({ page }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.editClaims()
  await composer.claim('aud').fill('Device/elsewhere')
  await expect(composer.claim('aud')).toBeFocused()
  await page.getByRole('button', { name: 'Remove hti-version' }).click()
  await page.getByRole('button', { name: 'Add a claim' }).click()
  await page.getByLabel('Name of claim 1').fill('level')
  await composer.claim('level').fill('7')
  await expect(composer.claims).toContainText('"aud": "Device/elsewhere"')
  await expect(composer.claims).toContainText('"level": 7')
  await expect(composer.claims).not.toContainText('hti-version')
  await composer.claim('aud').fill('https://elsewhere.example')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('aud must be a Device')
  await expect(composer.here).toBeDisabled()
})

test('a link restores the form, and has no token', async ({ page }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.sub.fill('Practitioner/daan-visser')
  await composer.task.fill('Task/review-sleep-diary')
  await composer.failure.selectOption('Unknown key')
  await composer.copyLink.click()
  const link = page.url()
  expect(link).not.toContain('eyJ')
  await page.goto('/docs')
  await page.goto(link)
  await expect(composer.sub).toHaveValue('Daan Visser')
  await expect(composer.sub).toHaveAccessibleDescription('Practitioner/daan-visser')
  await expect(composer.task).toHaveAccessibleDescription('Task/review-sleep-diary')
  await expect(composer.failure).toHaveValue('unknown-kid')
  await expect(composer.claims).toContainText('"patient": "Patient/marijke-jansen"')
  await page.goto('/docs')
  await page.goto('/portal/compose#form=%7B')
  await expect(page.getByText('The link could not be read')).toBeVisible()
  await expect(composer.sub).toHaveValue('Marijke Jansen')
})

test('a code for a phone opens the launch in another browser, once', async ({ page, browser }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.onPhone.click()
  await expect(composer.code).toBeVisible()
  await expect(page.getByRole('timer')).toContainText(/[45]:\d\d/)
  await expect(page.getByText('A phone cannot reach this domain')).toBeVisible()
  const address = await decoded(page, composer.code)
  const phone = await browser.newPage({ locale: 'en-GB' })
  await phone.goto(address)
  await expect(new IdpPage(phone).submit).toBeVisible()
  expect(phone.url()).not.toContain(new URL(address).hash.slice(1))
  await phone.goto('about:blank')
  await phone.goto(address)
  await expect(phone.getByRole('alert')).toContainText('used before')
  await phone.close()
})

test('a frame is offered for an app of one’s own, with why it may stay empty, and not for the demo’s, which refuse it', async ({
  page,
  tolerated,
}) => {
  tolerated.pattern = /Refused to|frame|ERR_CONNECTION_REFUSED/i
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const name = `Framed ${crypto.randomUUID()}`
  await connect.register(name, `http://localhost:${await freePort()}`)
  await expect(page.getByRole('heading', { name: 'Your key' })).toBeVisible()
  const clientId = new URL(page.url()).searchParams.get('app')
  const composer = new ComposePage(page)
  await composer.open()
  await expect(composer.newTab).toBeVisible()
  await expect(composer.inFrame).toHaveCount(0)
  await composer.app.selectOption(clientId)
  await composer.inFrame.click()
  await expect(page.getByRole('heading', { name: `${name} in a frame` })).toBeVisible()
  await expect(page.getByText('An empty frame means that a page refuses to be framed')).toBeVisible()
  await expect(page.locator('iframe')).toBeVisible()
})

test('APP-14 the composer has no serious finding', async ({ page }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.editClaims()
  await composer.onPhone.click()
  await expect(composer.code).toBeVisible()
  expect(await seriousFindings(page), 'composer').toEqual([])
  await composer.failure.selectOption('Replayed')
  await composer.here.click()
  await expect(page.getByRole('heading', { name: 'The same launch twice' })).toBeVisible()
  expect(await seriousFindings(page), 'twice').toEqual([])
})
