// The fixtures of every browser test: the pages of the domain, and a guard that fails on an error in the console.
import { test as base, expect, type Page } from '@playwright/test'
import { AdminPage } from './pages/admin.ts'
import { AppPage } from './pages/app.ts'
import { BrowsePage } from './pages/browse.ts'
import { EditPage } from './pages/edit.ts'
import { IdpPage } from './pages/idp.ts'
import { PortalPage } from './pages/portal.ts'
import { TracesPage } from './pages/traces.ts'

interface Fixtures {
  readonly portal: PortalPage
  readonly idp: IdpPage
  readonly app: AppPage
  readonly browse: BrowsePage
  readonly edit: EditPage
  readonly traces: TracesPage
  readonly quietConsole: undefined
  /** Set `pattern` where the browser is to note something in its console, such as an answer of 4xx. */
  readonly tolerated: { pattern?: RegExp }
  /**
   * From the start page to the app: opens a task of Marijke Jansen, and logs in with that e-mail address. Ends when the app is open, or,
   * for whoever is not Marijke, when it shows why it is not.
   */
  readonly launchAs: (email: string) => Promise<void>
  /** Signs in to the console as the administrator of the demo; the page is on its way to the apps when this ends. */
  readonly asAdmin: () => Promise<AdminPage>
  /** Sends a launch to the demo app from a page of another origin, as a strange platform would. */
  readonly launchFromElsewhere: (launch: string) => Promise<void>
}

export const test = base.extend<Fixtures>({
  portal: async ({ page }, use) => use(new PortalPage(page)),
  idp: async ({ page }, use) => use(new IdpPage(page)),
  app: async ({ page }, use) => use(new AppPage(page)),
  browse: async ({ page }, use) => use(new BrowsePage(page)),
  edit: async ({ page }, use) => use(new EditPage(page)),
  traces: async ({ page }, use) => use(new TracesPage(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that a fixture needs here.
  tolerated: async ({}, use) => use({}),
  quietConsole: [
    async ({ page, tolerated }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error')
          errors.push(`${message.text()} (${withoutQuery(page.url())}, ${message.location().url})`)
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use(undefined)
      const unexpected = errors.filter((error) => !tolerated.pattern?.test(error))
      expect(unexpected, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
  launchAs: async ({ portal, idp, app }, use) =>
    use(async (email) => {
      await portal.launchDemo()
      await portal.openTask('Sleep diary: week 1')
      await idp.logIn(email)
      if (email === 'marijke@demo.test') await app.opened()
      else await expect(app.alert).toBeVisible()
    }),
  asAdmin: async ({ page, idp }, use) =>
    use(async () => {
      const admin = new AdminPage(page)
      await admin.signIn()
      await idp.logIn('beheer@demo.test')
      return admin
    }),
  launchFromElsewhere: async ({ page, baseURL }, use) => use((launch) => postLaunch(page, `${baseURL}`, launch)),
})

const withoutQuery = (url: string): string => url.replace(/\?.*/, '')

async function postLaunch(page: Page, domain: string, launch: string): Promise<void> {
  const platform = 'http://platform.test/'
  await page.route(platform, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${domain}/launch"><input name="iss" value="${domain}/fhir/DEFAULT"><input name="launch" value="${launch}"><button>Open</button></form>`,
    }),
  )
  await page.goto(platform)
  await page.getByRole('button', { name: 'Open' }).click()
}

export { expect }
