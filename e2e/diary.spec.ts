// A task of the demo app from its start to its completion, and what becomes of it when somebody or something comes in between.
import { seriousFindings } from './axe.ts'
import { importResources, patientWithTask, strangePlatform } from './domain.ts'
import { test as base, expect } from './fixtures.ts'
import { DiaryPage } from './pages/diary.ts'

interface GivenTask {
  /** Opens it in the app, as the person whom it is for. */
  readonly open: () => Promise<void>
  /** Changes it behind the back of the app. */
  readonly becomes: (status: string, more?: object) => void
}

interface Fixtures {
  readonly diary: DiaryPage
  /** A task that the portal gave to somebody, for this test alone. */
  readonly given: GivenTask
}

/** The app may change what the portal gave. */
const GIVEN_BY_PORTAL = {
  url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
  valueReference: { reference: 'Device/demo-portal' },
}

const test = base.extend<Fixtures>({
  diary: async ({ page }, use) => use(new DiaryPage(page)),
  given: async ({ app, idp, launchFromElsewhere }, use) => {
    const id = `night-${crypto.randomUUID()}`
    const email = `${id}@example.org`
    const { patient, task } = patientWithTask(id, { email, family: 'Mulder' })
    const given = { ...task, extension: [GIVEN_BY_PORTAL, ...task.extension] }
    const platform = await strangePlatform()
    importResources(patient, given)
    await use({
      open: async () => {
        await launchFromElsewhere(await platform.launchToken({ sub: `Patient/${id}`, resource: `Task/${task.id}` }))
        await idp.createAccount({ name: 'Noor Mulder', email, password: 'a few words in a row' })
        await app.opened()
      },
      becomes: (status, more) => importResources({ ...given, ...more, status }),
    })
  },
})

test('a patient comes from the portal to what happened to a task that an app has opened', async ({
  diary,
  given,
  portal,
  traces,
  page,
}) => {
  await given.open()
  await portal.open()
  const happened = page.getByRole('link', { name: /^What happened to/ })
  await expect(portal.openButton('Diary of Mulder')).toBeVisible()
  await expect(happened, 'before it is begun').toHaveCount(0)
  await page.goBack()
  await diary.start.click()
  await expect(diary.question).toBeVisible()
  await portal.open()
  await happened.click()
  await expect(page).toHaveURL(/\/traces\?text=Task/)
  await traces.rows.getByRole('link').first().click()
  await expect(traces.timeline).toBeVisible()
})

test('TSK-08 a person starts a task, answers three questions, one on a screen, and completes it', async ({
  diary,
  given,
  page,
}) => {
  await given.open()
  await expect(diary.start).toBeVisible()
  expect(await seriousFindings(page), 'start').toEqual([])
  await diary.start.click()
  await expect(diary.question).toHaveText('How did you sleep last night?')
  await expect(diary.question).toBeFocused()
  await diary.next.click()
  await expect(diary.task.getByRole('alert')).toHaveText('Choose an answer to continue.')
  await expect(diary.task.getByText('Saved', { exact: true }), 'nothing is answered').toHaveCount(0)
  expect(await seriousFindings(page), 'a question').toEqual([])
  await diary.answer('Well').check()
  await expect(diary.task.getByText('Saved', { exact: true })).toBeVisible()
  await diary.fillIn()
  await diary.done.click()
  await expect(diary.task).toContainText('This task is completed')
  await expect(diary.task.getByText('Saved', { exact: true })).toBeVisible()
  await expect(diary.task).toContainText('6 to 8 hours')
  await expect(diary.task).toContainText('This app keeps these answers')
  expect(await seriousFindings(page), 'completed').toEqual([])
  await page.reload()
  await expect(diary.task).toContainText(/This task was completed at \d\d:\d\d [A-Z]{3}/)
  await expect(diary.start).toHaveCount(0)
  await expect(diary.task, 'the app has kept them').toContainText('6 to 8 hours')
  expect(await seriousFindings(page), 'completed before').toEqual([])
  expect(await page.evaluate(() => window.sessionStorage.length), 'no answer stays').toBe(0)
})

test('TSK-08 the questions are answered with the keyboard alone', async ({ diary, given, page }) => {
  await given.open()
  await diary.start.focus()
  await page.keyboard.press('Enter')
  for (const first of ['Very badly', 'Less than 4 hours', 'Not at all']) {
    await expect(diary.question).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(diary.answer(first)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await expect(diary.task).toContainText('This task is completed')
  await expect(diary.task).toContainText('4 to 6 hours')
})

test('answers are kept in the tab after a reload, and removed when the session closes', async ({
  diary,
  given,
  page,
}) => {
  await given.open()
  await diary.start.click()
  await diary.answer('Badly').check()
  await diary.next.click()
  await diary.answer('4 to 6 hours').check()
  await page.reload()
  await expect(diary.question).toHaveText('How often did you wake up?')
  await diary.back.click()
  await expect(diary.answer('4 to 6 hours')).toBeChecked()
  await diary.back.click()
  await expect(diary.answer('Badly')).toBeChecked()
  await page.getByRole('button', { name: 'Close the task' }).click()
  await expect(page).toHaveURL(/\/launch$/)
  expect(await page.evaluate(() => window.sessionStorage.length), 'a closed session leaves none').toBe(0)
})

test('answers are kept by the app: another browser goes on where this one stopped', async ({ diary, given, page }) => {
  await given.open()
  await diary.start.click()
  const kept = page.waitForResponse('**/launch/api/answers')
  await diary.answer('Badly').check()
  expect((await kept).status()).toBe(200)
  await page.evaluate(() => window.sessionStorage.clear())
  await page.reload()
  await expect(diary.question).toHaveText('How long did you sleep?')
  await diary.back.click()
  await expect(diary.answer('Badly')).toBeChecked()
})

test('TSK-09 a task that was cancelled meanwhile stays cancelled, and the person is told', async ({
  diary,
  given,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 412/
  await given.open()
  await diary.start.click()
  await diary.fillIn()
  given.becomes('cancelled')
  await diary.done.click()
  await expect(diary.task.getByRole('alert')).toContainText(
    /This task was cancelled by the portal at \d\d:\d\d [A-Z]{3}/,
  )
  await expect(diary.done).toHaveCount(0)
  await expect(diary.start).toHaveCount(0)
  expect(await seriousFindings(page), 'cancelled').toEqual([])
  await page.reload()
  await expect(diary.task.getByRole('alert')).toContainText('cancelled by the portal')
})

test('TSK-09 a change of the task other than its status does not disturb the person', async ({
  diary,
  given,
  tolerated,
}) => {
  tolerated.pattern = /status of 412/
  await given.open()
  await diary.start.click()
  await diary.fillIn()
  given.becomes('in-progress', { priority: 'routine' })
  await diary.done.click()
  await expect(diary.task).toContainText('This task is completed')
})

test('TSK-10 answers are kept while the server does not answer, and the task is completed when it does', async ({
  diary,
  given,
  page,
  tolerated,
}) => {
  tolerated.pattern = /ERR_CONNECTION_REFUSED|status of 502/
  await given.open()
  await diary.start.click()
  await diary.fillIn()
  await page.route('**/launch/api/task', (route) => route.abort('connectionrefused'))
  await diary.done.click()
  await expect(diary.task.getByRole('status')).toContainText('Your answers are kept in this tab')
  expect(await seriousFindings(page), 'the server is away').toEqual([])
  await page.reload()
  await expect(diary.task.getByRole('status')).toContainText('Your answers are kept in this tab')
  await page.unroute('**/launch/api/task')
  await expect(diary.task).toContainText('This task is completed')
  await expect(diary.task).toContainText('Once or twice')
})
