// The second demo app: four questions, a score, and a line over time for the patient and the practitioner who reviews.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { importResources, newAccount, patientWithTask } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { IdpPage } from './pages/idp.ts'
import { PortalPage } from './pages/portal.ts'

/** The practitioner gives a task of the energy check; `owner` by the text of the form. */
async function give(page: Page, portal: PortalPage, name: string, owner?: string): Promise<void> {
  await portal.findPatient(name)
  await page.getByRole('button', { name: 'Give a task' }).click()
  if (owner) await page.getByLabel('Who the task is for').selectOption(owner)
  await page.getByLabel('Activity').selectOption('Energy check')
  await page.getByRole('button', { name: 'Give the task' }).click()
  await expect(portal.openButton('Energy check').first()).toBeVisible()
}

/** The patient opens the task and answers with these places, from 0. */
async function answer(page: Page, places: readonly number[]): Promise<void> {
  await page.waitForURL('**/energy/app?*')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  for (const [at, place] of places.entries()) {
    await page.getByRole('radio').nth(place).check()
    await page.getByRole('button', { name: at < places.length - 1 ? 'Next' : 'Done', exact: true }).click()
  }
  await expect(page.getByText('Thank you. This task is completed.')).toBeVisible()
}

test('a patient follows a score over time in the second app, and the practitioner who reviews sees it', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  const { email, password } = newAccount()
  const family = `Energie ${crypto.randomUUID().slice(0, 8)}`
  const name = `Noor ${family}`
  importResources(patientWithTask(`energy-${crypto.randomUUID()}`, { email, family }).patient)
  await portal.signInAs('Daan Visser')
  const context = await browser.newContext({ baseURL: String(baseURL) })
  const patient = await context.newPage()
  await new PortalPage(patient).signIn()
  await new IdpPage(patient).logIn(email, password)
  for (const places of [
    [1, 1, 2, 1],
    [3, 4, 2, 3],
  ]) {
    await give(page, portal, name)
    await patient.goto('/portal')
    await patient.getByRole('button', { name: 'Open Energy check' }).click()
    await answer(patient, places)
    await page.goto('/portal')
  }
  await expect(patient.getByText('Score 12 of 16')).toBeVisible()
  await expect(patient.getByRole('img', { name: 'each of 16: 5, 12.' })).toBeVisible()
  expect(await seriousFindings(patient), 'completed').toEqual([])
  await context.close()
  await give(page, portal, name, 'Daan Visser (you)')
  await portal.openButton('Energy check').click()
  await page.waitForURL('**/energy/app?*')
  await expect(page.getByRole('img', { name: 'each of 16: 5, 12.' })).toBeVisible()
  await expect(page.getByText('Score 5 of 16')).toBeVisible()
  expect(await seriousFindings(page), 'review').toEqual([])
  await page.getByRole('button', { name: 'The review is done' }).click()
  await expect(page.getByText('This review was completed at')).toBeVisible()
})
