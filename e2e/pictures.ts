// The pictures of the README and of the tour: each page as a person meets it in the demo, in light.
import { expect, test } from './fixtures.ts'
import { walkTour } from './tour.ts'

const WEEK_1 = 'Sleep diary: week 1'
const picture = (name: string) => ({ path: `docs/images/${name}.png` })

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

test('the two-minute tour', async ({ browser }) => {
  await walkTour(browser, (page, step) => page.screenshot(picture(`tour-${step}`)))
})

test('the start page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.screenshot(picture('start'))
})

test('a launch that stopped, in its trace', async ({ page, portal, idp, app, traces }) => {
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask(WEEK_1)
  await idp.logIn('bram@demo.test')
  await expect(app.alert).toBeVisible()
  await traces.openFromApp()
  await expect(traces.stopped).toBeVisible()
  await page.screenshot(picture('trace'))
})

test('the composer', async ({ page, portal }) => {
  await portal.launchDemo()
  await page.goto('/portal/compose')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.screenshot(picture('composer'))
})
