// A practitioner gives a task and takes one back, and open pages show by themselves what becomes of tasks.
import type { Route } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { appThatWorksOnTasks, importResources, newAccount, patientWithTask } from './domain.ts'
import { expect, test } from './fixtures.ts'

/** A patient of one's own, since every test changes tasks, and of a name of one's own, by which to find them. */
function ward(prefix: string) {
  const own = crypto.randomUUID()
  const [id, family] = [`ward-${own}`, `${prefix} ${own.slice(0, 8)}`]
  const { patient } = patientWithTask(id, { email: `${id}@example.org`, family })
  importResources(patient)
  return { id, name: `Noor ${family}` }
}

test('CON-07 a practitioner gives a task once, also with a double click, and cancels it', async ({ portal, page }) => {
  const { id, name } = ward('van Dalen')
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  await expect(portal.main).toContainText('No tasks yet')
  await page.getByRole('button', { name: 'Give a task' }).press('Enter')
  await expect(page.getByLabel('Who the task is for')).toContainText(`${name} (patient`)
  await page.getByLabel('Activity').selectOption('Sleep diary')
  await page.getByLabel('Due date').fill('2099-12-31')
  expect(await seriousFindings(page), 'form').toEqual([])
  await page.getByRole('button', { name: 'Give the task' }).dblclick()
  await expect(portal.openButton('Sleep diary')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Give a task' })).toBeFocused()
  const list = (await (await page.request.get(`/portal/api/tasks?patient=${id}`)).json()) as { items: object[] }
  expect(list.items).toHaveLength(1)
  await expect(portal.main).toContainText(`Owner${name}`)
  const card = portal.main.getByRole('listitem').filter({ hasText: 'Opens in' })
  await expect(card.getByRole('term'), 'the activity is the title').toHaveText([
    'Owner',
    'Opens in',
    'Due',
    'Given by',
    'Assigned',
  ])
  await expect(portal.main).toContainText('Due31 Dec 2099')
  await page.getByRole('button', { name: 'Cancel Sleep diary' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click()
  await expect(portal.main.getByText('cancelled', { exact: true })).toBeVisible()
  await expect(portal.openButton('Sleep diary')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sleep diary', exact: true })).toBeFocused()
})

test('TSK-08 the page shows without a reload what an app did with a task, with a link to the trace', async ({
  portal,
  page,
}) => {
  const app = await appThatWorksOnTasks()
  await portal.signInAs('Daan Visser')
  const { name } = ward('de Groot')
  await portal.findPatient(name)
  const given = page.waitForResponse('**/portal/api/tasks/give')
  await page.getByRole('button', { name: 'Give a task' }).click()
  await page.getByRole('button', { name: 'Give the task' }).click()
  const { reference } = (await (await given).json()) as { readonly reference: string }
  await expect(portal.openButton('Sleep diary')).toBeVisible()
  const trace = crypto.randomUUID()
  await app.setStatus(reference, 'completed', trace)
  await expect(page.getByRole('status').filter({ hasText: `${name} completed Sleep diary, just now` })).toBeVisible()
  await expect(portal.main.getByText('completed', { exact: true })).toBeVisible()
  await expect(portal.openButton('Sleep diary')).toHaveCount(0)
  expect(await seriousFindings(page), 'note').toEqual([])
  const seeHow = page.getByRole('link', { name: 'see how' })
  await seeHow.click()
  await expect(page.getByText(trace, { exact: true })).toBeVisible()
  const compared = page.getByRole('listitem').filter({ hasText: 'compares what was written with Subscriptions' })
  await compared.locator('summary').first().click()
  await expect(compared).toContainText('Task? matches')
  await expect(page.getByRole('listitem').filter({ hasText: 'notifies an app' }).first()).toContainText('200 ·')
})

test('CNC-01 a task that an app started meanwhile is not cancelled by a page that has not seen it', async ({
  portal,
  page,
  tolerated,
}) => {
  tolerated.pattern = /409|tasks\/stream/
  await page.route('**/portal/api/tasks/stream?*', (route) => route.abort()) // The page cannot hear of it.
  const { name } = ward('Prins')
  const app = await appThatWorksOnTasks()
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  const given = page.waitForResponse('**/portal/api/tasks/give')
  await page.getByRole('button', { name: 'Give a task' }).click()
  await page.getByRole('button', { name: 'Give the task' }).click()
  const { reference } = (await (await given).json()) as { readonly reference: string }
  await expect(portal.openButton('Sleep diary')).toBeVisible()
  await app.setStatus(reference, 'in-progress')
  await page.getByRole('button', { name: 'Cancel Sleep diary' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The task has changed in the meantime' })).toBeVisible()
  await expect(portal.main.getByText('in progress', { exact: true })).toBeVisible()
})

test('a change while a page connects again is announced, though its list has it already', async ({ portal, page }) => {
  const { name } = ward('Draad')
  const app = await appThatWorksOnTasks()
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  const given = page.waitForResponse('**/portal/api/tasks/give')
  await page.getByRole('button', { name: 'Give a task' }).click()
  await page.getByRole('button', { name: 'Give the task' }).click()
  const { reference } = (await (await given).json()) as { readonly reference: string }
  // The first connection ends when the task is listed; it is begun when the page reads the list after the second one.
  const begin = async (list: Route) => {
    await app.setStatus(reference, 'in-progress')
    await list.continue()
  }
  const connect = async (stream: Route) => {
    await expect(portal.openButton('Sleep diary')).toBeVisible()
    await page.route('**/portal/api/tasks?*', begin, { times: 1 })
    await stream.fulfill({ contentType: 'text/event-stream', body: 'retry: 10\n\n' })
  }
  await page.route('**/portal/api/tasks/stream?*', connect, { times: 1 })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: `${name} began Sleep diary` })).toBeVisible()
})

test('a practitioner who gives themselves a task reads that it was given', async ({ portal, page }) => {
  const { name } = ward('Eigen')
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  await page.getByRole('button', { name: 'Give a task' }).click()
  await page.getByLabel('Who the task is for').selectOption('Daan Visser (you)')
  await page.getByRole('button', { name: 'Give the task' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Daan Visser was given Sleep diary' })).toBeVisible()
})

test('a patient sees her tasks, without buttons to give or cancel one', async ({ portal, page }) => {
  await portal.signInAs('Marijke Jansen')
  await expect(portal.openButton('Sleep diary: week 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give a task' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
})

test('the demo does not run out: whose tasks have all ended gets a new one, and the others are folded', async ({
  portal,
  idp,
  page,
}) => {
  const { email, password } = newAccount()
  const id = `done-${crypto.randomUUID()}`
  const { patient, task } = patientWithTask(id, { email, family: 'Klaar' })
  importResources(patient, { ...task, status: 'completed' })
  await portal.signIn()
  await idp.logIn(email, password)
  await expect(portal.openButton('Sleep diary')).toBeVisible()
  await expect(portal.main.getByText('completed', { exact: true })).toBeHidden()
  expect(await seriousFindings(page), 'folded').toEqual([])
  await portal.main.getByText('Done (1)').click()
  await expect(portal.main.getByText('completed', { exact: true })).toBeVisible()
  await page.reload()
  await expect(portal.openButton('Sleep diary'), 'one is enough').toHaveCount(1)
})

test('the card of a task shows its activity when neither title nor app says it', async ({ portal }) => {
  const { id, name } = ward('Mulder')
  const activity = `mood-${id}`
  const task = (title: string, definition: string) => ({
    ...patientWithTask(id, { email: '', family: '' }).task,
    id: `${title.toLowerCase().replaceAll(' ', '-')}-${id}`,
    description: title,
    extension: [
      {
        url: 'http://vzvz.nl/fhir/StructureDefinition/instantiates',
        valueReference: { reference: `ActivityDefinition/${definition}` },
      },
    ],
  })
  importResources(
    {
      resourceType: 'ActivityDefinition',
      id: activity,
      extension: [
        {
          url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
          valueReference: { reference: 'Device/demo-app' },
        },
        {
          url: 'http://koppeltaal.nl/fhir/StructureDefinition/KT2EndpointExtension',
          valueReference: { reference: 'Endpoint/sleep-diary' },
        },
      ],
      url: `https://slipway.example/ActivityDefinition/${activity}`,
      status: 'active',
      title: 'Mood diary',
    },
    task('Week one', activity),
    task('Mood diary', activity),
    task('Short Mood diary', activity),
    task('Sleep diary of today', 'sleep-diary'),
  )
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  const activities = (title: string) =>
    portal.main
      .getByRole('listitem')
      .filter({ has: portal.openButton(title) })
      .getByRole('term')
      .filter({ hasText: 'Activity' })
  await expect(activities('Week one')).toHaveCount(1)
  for (const title of ['Mood diary', 'Short Mood diary', 'Sleep diary of today']) {
    await expect(portal.openButton(title)).toBeVisible()
    await expect(activities(title), title).toHaveCount(0)
  }
})
