// Records as those who look after them change them.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { importResources, importText, slipway } from './domain.ts'
import { expect, test } from './fixtures.ts'

const ADMIN = 'beheer@demo.test'

/** A Patient whose text has numbers and escapes to keep. */
function importPatient(id: string, family = 'Mulder'): void {
  importText(
    `{"resourceType":"Patient","id":"${id}","extension":[{"url":"https://example.org/weight","valueDecimal":71.50}],"active":true,"name":[{"use":"official","family":"${family}","given":["No\\u006fr"]}],"gender":"female","birthDate":"1990-05-17"}`,
  )
}

/** The text of a record as the FHIR API has it. */
const textOf = async (page: Page, record: string) => (await page.request.get(`/browse/api/fhir?path=${record}`)).text()

test('an administrator edits a patient in the form, sees what will change, and saves the next version', async ({
  browse,
  edit,
  signedInAs,
  page,
}) => {
  importPatient('noor-edited')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-edited')
  await edit.begin()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Noor Mulder')
  await page.getByLabel('Family name').fill('Mulder-Bos')
  await page.getByLabel('Gender').selectOption('other')
  const heights = ['Family name', 'Gender'].map(async (name) => (await page.getByLabel(name).boundingBox())?.height)
  expect(await Promise.all(heights), 'as high as the fields of other forms').toEqual([40, 40])
  await page.getByRole('button', { name: 'Add a contact' }).click()
  await page.getByLabel('Kind').selectOption('email')
  await page.getByLabel('Number or address').fill('noor@example.org')
  await edit.review()
  await expect(page.getByRole('heading', { name: 'What will change' })).toBeFocused()
  await expect(edit.changes.filter({ hasText: 'name[0].family' })).toContainText(/Was.*"Mulder".*Will be.*"Mulder-Bos"/)
  await expect(edit.changes).toHaveCount(3)
  await edit.save(2)
  await expect(page).toHaveURL(/\/browse\/Patient\/noor-edited$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Mulder-Bos')
  await expect(browse.versions).toContainText('Version 2 of 2')
  const text = await textOf(page, 'Patient/noor-edited')
  for (const lexeme of [
    '"valueDecimal":71.50',
    '"No\\u006fr"',
    '"telecom":[{"system":"email","value":"noor@example.org"}]',
  ])
    expect(text).toContain(lexeme)

  const note = page.getByRole('status').filter({ hasText: 'Saved as version 2.' })
  await expect(note).toBeVisible()
  expect(await seriousFindings(page), 'saved').toEqual([])
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: version 3 has the content of version 1 again.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Mulder')
  const undone = await textOf(page, 'Patient/noor-edited')
  expect(undone).toContain('"valueDecimal":71.50')
  expect(undone).not.toContain('noor@example.org')
  await page.getByRole('button', { name: 'What changed?' }).click()
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(page.getByText('Undone:')).toHaveCount(0)
})

/** A Patient with a generated text. */
const importTold = (id: string, div: string) =>
  importText(
    JSON.stringify({
      ...{ resourceType: 'Patient', id, name: [{ family: 'Mulder', given: ['Noor'] }], birthDate: '1990-05-17' },
      text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${div}</div>` },
    }),
  )

test('what becomes of a generated text is said before the record is saved, and in its history', async ({
  browse,
  edit,
  signedInAs,
  page,
}) => {
  importTold('noor-told', '<p>Noor, by another system</p>')
  const note = page.getByRole('status').filter({ hasText: 'text of the record' })
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-told')
  await edit.begin()
  await expect(page).toHaveTitle('Edit Patient/noor-told · Slipway')
  await page.getByLabel('Birth date').fill('1990-05-18')
  await expect(note).toHaveText(/is left out, because it was generated from the old contents/)
  await edit.review()
  await expect(note).toHaveText(/is left out/)
  await edit.save(2)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(browse.history.first()).toContainText('by Femke Smit, through Slipway console')
  await expect(browse.main).toContainText(
    'The text was left out, because it was generated from the contents of before.',
  )

  const told = (iso: string, dutch: string) =>
    `<div lang="en"><p><b>Noor Mulder</b>, born ${iso}</p></div><div lang="nl"><p><b>Noor Mulder</b>, geboren op ${dutch}</p></div>`
  importTold('noor-anew', told('1990-05-17', '17-05-1990'))
  await browse.open('/Patient/noor-anew')
  await edit.begin()
  await page.getByLabel('Birth date').fill('1990-05-18')
  await expect(note).toHaveText(/is made anew/)
  await edit.showJson()
  await edit.replace('1990-05-18"', '1990-05-19"')
  await expect(note).toHaveCount(0)
  await edit.replace('born 18 May 1990', 'born 1990-05-17')
  await edit.replace('op 18 mei 1990', 'op 17-05-1990')
  await expect(note).toHaveText(/It stays as it is/)
  await edit.showForm()
  await page.getByLabel('Birth date').fill('1990-05-20')
  await edit.review()
  expect(await seriousFindings(page), 'review').toEqual([])
})

test('problems are shown at their lines while typing and are not sent, and a refusal leads to its elements and its trace', async ({
  browse,
  edit,
  signedInAs,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 4\d\d/
  importPatient('noor-invalid')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-invalid')
  await edit.begin()
  await edit.showJson()
  await edit.replace('"gender": "female",', '"gender": "female"')
  await expect(edit.problems).toContainText(/1 problem.*This is not JSON/)
  await edit.review()
  await expect(edit.json, 'the line that is no JSON').toBeFocused()
  await expect(browse.alert).toHaveText('The server refuses a record with this problem: fix it first.')
  await edit.replace('"gender": "female"', '"gender": "green",')
  await expect(edit.problems).toContainText(/1 problem.*Patient\.gender/)
  await page.getByRole('button', { name: 'Nederlands' }).click()
  await expect(page.getByRole('region', { name: 'Wat de server zou weigeren' })).toContainText(/1 probleem.*Er staat "/)
  await page.getByRole('button', { name: 'English' }).click()
  await edit.problems.getByRole('button', { name: /^Go to line/ }).click()
  await expect(edit.json).toBeFocused()
  const line = await edit.json.evaluate(
    (area: HTMLTextAreaElement) => area.value.slice(area.selectionStart).split('\n')[0],
  )
  expect(line).toContain('"gender": "green"')
  await edit.review()
  await expect(edit.changes, 'what is certainly refused is not sent').toHaveCount(0)
  await expect(edit.json).toBeFocused()
  await edit.showForm()
  await expect(page.getByLabel('Gender')).toHaveValue('green')
  await edit.review()
  await expect(page.getByLabel('Gender'), 'the field to mend').toBeFocused()
  await expect(page.getByLabel('Gender')).toHaveAccessibleDescription(/Patient\.gender/)
  await page.getByLabel('Gender').selectOption('female')
  await expect(edit.problems).toContainText('No problems')
  await edit.showJson()
  const strange = '"generalPractitioner": [{ "reference": "Practitioner/nobody" }],'
  await edit.replace('"gender": "female",', `"gender": "female", ${strange}`)
  await edit.review()
  await edit.save(2)
  await expect(browse.alert, 'which only the server knows').toContainText('422 OperationOutcome')
  await expect(browse.alert.getByRole('link', { name: /^Why not/ })).toHaveAttribute('href', /^\/traces\/[\w-]+$/)
  await browse.alert.getByRole('button', { name: /^Patient\.generalPractitioner/ }).click()
  await expect(edit.json).toHaveValue(/Practitioner\/nobody/)
  await edit.replace(` ${strange}`, '')
  await edit.review()
  await expect(browse.main).toContainText('Nothing differs')
})

test('a conflict with another edit lets the editor choose for each element, and keeps what was typed', async ({
  browse,
  edit,
  signedInAs,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 412/
  importPatient('noor-raced')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-raced')
  await edit.begin()
  await page.getByLabel('Family name').fill('Yours')
  await page.getByLabel('Birth date').fill('1990-05-18')
  const theirs = (await textOf(page, 'Patient/noor-raced'))
    .replace('"Mulder"', '"Theirs"')
    .replace('"female"', '"other"')
  const other = await page.request.put('/browse/api/record?path=Patient/noor-raced', {
    headers: { 'if-match': 'W/"1"', 'content-type': 'application/fhir+json', origin: new URL(page.url()).origin },
    data: theirs,
  })
  expect(other.status()).toBe(200)
  await edit.review()
  await edit.save(2)
  await expect(page.getByRole('heading', { name: 'Somebody else changed this record in the meantime' })).toBeFocused()
  await expect(edit.choices).toHaveCount(3)
  await expect(edit.choice('gender').getByLabel('Theirs')).toBeChecked()
  await expect(edit.choice('birthDate').getByLabel('Yours')).toBeChecked()
  const goOn = page.getByRole('button', { name: 'Continue with these' })
  await expect(goOn).toBeDisabled()
  await expect(edit.choice('name[0].family')).toContainText(/"Yours".*"Theirs".*"Mulder"/)
  expect(await seriousFindings(page), 'choices').toEqual([])
  await edit.choice('name[0].family').getByLabel('Yours').check()
  await goOn.click()
  await expect(edit.changes).toHaveCount(2)
  await edit.save(3)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Yours')
  const text = await textOf(page, 'Patient/noor-raced')
  for (const part of ['"gender":"other"', '"birthDate":"1990-05-18"', '"valueDecimal":71.50'])
    expect(text).toContain(part)
})

test('a record that was deleted while it was edited can be restored with what was typed', async ({
  browse,
  edit,
  signedInAs,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of (410|412)/
  importPatient('noor-deleted')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-deleted')
  await edit.begin()
  await page.getByLabel('Family name').fill('Kept')
  slipway('delete', 'Patient/noor-deleted')
  await edit.review()
  await edit.save(2)
  await expect(browse.main).toContainText('What you typed is still here')
  await page.getByRole('button', { name: 'Bring it back with this' }).click()
  await edit.save(3)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Kept')
})

test('an earlier version and a deleted record can be restored from the history', async ({
  browse,
  signedInAs,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 410/
  importPatient('noor-returns')
  importPatient('noor-returns', 'Wrong')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-returns?tab=history')
  await page.getByRole('button', { name: 'Bring back version 1' }).click()
  await expect(page.getByRole('dialog')).toContainText('as version 3')
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
  await expect(browse.history.first()).toHaveText(/^Version 3 changed current.*by Femke Smit, through Slipway console/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Mulder')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Patient/noor-returns')
  await expect(dialog).toContainText('Nothing that can be searched for refers to this record.')
  await expect(dialog).not.toContainText('cannot be deleted')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(browse.alert).toContainText('410 OperationOutcome')
  await expect(browse.history.first()).toHaveText(/^Version 4 deleted current/)
  await page.getByRole('button', { name: 'Bring back version 2' }).click()
  await expect(page.getByRole('dialog')).toContainText('It comes back with the content of version 2, as version 5.')
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
  await expect(browse.history.first()).toHaveText(/^Version 5 brought back current/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Wrong')
})

test('a record that others refer to is not deleted, and the dialog lists what refers to it', async ({
  browse,
  signedInAs,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 409/
  await signedInAs(ADMIN)
  await browse.open('/Patient/bram-de-boer')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Delete Bram de Boer?')
  await expect(dialog.getByRole('link', { name: /^Task: \d+$/ }).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  importPatient('noor-referred')
  await browse.open('/Patient/noor-referred')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toContainText('Nothing that can be searched for refers to this record.')
  importResources({
    resourceType: 'Task',
    id: 'for-noor',
    status: 'ready',
    intent: 'order',
    for: { reference: 'Patient/noor-referred' },
  })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(browse.alert).toContainText('Something refers to this record')
  await expect(browse.alert).toContainText('409 OperationOutcome')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Mulder')
})

test('what was typed is still there after a visit to another page', async ({ browse, edit, signedInAs, page }) => {
  importPatient('noor-typed')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-typed')
  await edit.begin()
  await page.getByLabel('Family name').fill('Halfway')
  await page.getByRole('link', { name: 'Back to the record' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Mulder')
  await edit.begin()
  await expect(page.getByLabel('Family name')).toHaveValue('Halfway')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('Family name')).toHaveValue('Mulder')
})

test('a practitioner can read records and change none', async ({ browse, signedInAs, page }) => {
  await signedInAs('daan@demo.test')
  await browse.open('/Patient/marijke-jansen?tab=history')
  await expect(browse.history.first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Delete|Bring back)/ })).toHaveCount(0)
  await browse.open('/Patient/marijke-jansen/edit')
  await expect(browse.main).toContainText('Only administrators may change records.')
})

test('no step of editing has a serious finding, by keyboard and in both themes', async ({
  browse,
  edit,
  signedInAs,
  page,
}) => {
  test.slow()
  importPatient('noor-axe')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-axe')
  await page.getByRole('link', { name: 'Edit', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Family name')).toBeVisible()
  expect(await seriousFindings(page), 'form').toEqual([])
  await edit.showJson()
  await edit.replace('"female"', '"green"')
  await expect(edit.problems).toContainText('1 problem')
  expect(await seriousFindings(page), 'JSON').toEqual([])
  await edit.replace('"green"', '"other"')
  await edit.review()
  await expect(edit.changes).toHaveCount(1)
  expect(await seriousFindings(page), 'review').toEqual([])
})

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`no field of the form that has the focus is behind the bar of buttons, at ${viewport.width} px`, async ({
    edit,
    browse,
    signedInAs,
    page,
  }) => {
    importPatient('noor-tabbed')
    await page.setViewportSize(viewport)
    await signedInAs(ADMIN)
    await browse.open('/Patient/noor-tabbed/edit')
    await page.getByLabel('Birth date').fill('spring')
    await expect(edit.problems).toContainText('1 problem')
    await page.getByRole('tab', { name: 'Form' }).focus()
    const active = page.getByLabel('Active')
    for (;;) {
      await page.keyboard.press('Tab')
      const isHidden = await page.evaluate(() => {
        const focused = document.activeElement
        const { left, bottom } = focused?.getBoundingClientRect() ?? { left: 0, bottom: 0 }
        return !focused?.contains(document.elementFromPoint(left + 8, bottom - 3))
      })
      expect(isHidden, await page.locator(':focus').evaluate(({ outerHTML }) => outerHTML)).toBe(false)
      if (await active.evaluate((field) => field === document.activeElement)) break
    }
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('no step of editing is wider than the screen', async ({ browse, edit, signedInAs, page }) => {
    importPatient('noor-phone')
    await signedInAs(ADMIN)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await browse.open('/Patient/noor-phone/edit')
    await expect(page.getByLabel('Family name')).toBeVisible()
    expect(await overflow(), 'form').toBeLessThanOrEqual(0)
    await edit.showJson()
    await edit.replace('"female"', '"green"')
    await expect(edit.problems).toContainText('1 problem')
    expect(await overflow(), 'JSON').toBeLessThanOrEqual(0)
    await edit.replace('"green"', '"other"')
    await edit.review()
    await expect(edit.changes).toHaveCount(1)
    expect(await overflow(), 'review').toBeLessThanOrEqual(0)
  })
})

test('APP-14 the keyboard focus moves to the message or version after saving, undoing and restoring', async ({
  browse,
  signedInAs,
  page,
}) => {
  importPatient('noor-by-keyboard')
  await signedInAs(ADMIN)
  await browse.open('/Patient/noor-by-keyboard/edit')
  await page.getByLabel('Family name').fill('Toetsen')
  await page.getByRole('button', { name: 'Review changes' }).press('Enter')
  await page.getByRole('button', { name: 'Save as version 2' }).press('Enter')
  const note = page.getByRole('status').filter({ hasText: 'Saved as version 2.' })
  await expect(note).toBeFocused()
  await note.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeFocused()
  await browse.open('/Patient/noor-by-keyboard?tab=history')
  await page.getByRole('button', { name: 'Bring back version 2' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).press('Enter')
  const newest = browse.history.first().getByText('Version 4')
  await expect(newest).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Version 4')
  await expect(newest).toBeInViewport()
})
