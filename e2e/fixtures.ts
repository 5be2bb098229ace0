// The fixtures of every browser test: the pages of the domain, and a guard that fails on an error in the console.
import { type Browser, test as base, type Cookie, expect, type Page } from '@playwright/test'
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
  /** Gives the browser the session of a demo person, who has logged in once for all tests of this worker. */
  readonly signedInAs: (email: string) => Promise<void>
  /**
   * From the portal to the app: opens a task of Marijke Jansen as the person with that e-mail address. Ends when the app is open, or,
   * for whoever is not Marijke, when it shows why it is not.
   */
  readonly launchAs: (email: string) => Promise<void>
  /** Opens the apps in the console, as the administrator of the demo. */
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
  signedInAs: async ({ browser, context, baseURL }, use) =>
    use(async (email) => context.addCookies(await sessionOf(email, browser, `${baseURL}`))),
  launchAs: async ({ portal, idp, app, signedInAs }, use) =>
    use(async (email) => {
      const isMarijke = email === 'marijke@demo.test'
      await signedInAs('marijke@demo.test')
      await portal.open()
      if (!isMarijke) await idp.forget()
      await portal.openTask('Sleep diary: week 1')
      if (isMarijke) return app.opened()
      await idp.logIn(email)
      await expect(app.alert).toBeVisible()
    }),
  asAdmin: async ({ page, signedInAs }, use) =>
    use(async () => {
      await signedInAs('beheer@demo.test')
      await page.goto('/admin/apps')
      return new AdminPage(page)
    }),
  launchFromElsewhere: async ({ page, baseURL }, use) => use((launch) => postLaunch(page, `${baseURL}`, launch)),
})

/** The cookies of those who have logged in. */
const sessions = new Map<string, Promise<readonly Cookie[]>>()

function sessionOf(email: string, browser: Browser, baseURL: string): Promise<readonly Cookie[]> {
  const name = `${email} at ${baseURL}`
  const session = sessions.get(name) ?? newSession(email, browser, baseURL)
  sessions.set(name, session)
  return session
}

async function newSession(email: string, browser: Browser, baseURL: string): Promise<readonly Cookie[]> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  const browse = new BrowsePage(page)
  await browse.signIn()
  await new IdpPage(page).logIn(email)
  await browse.account.waitFor()
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** Waits for the script of a page: until then its words are there, and nobody hears keys. */
export async function untilHeard(page: Page): Promise<void> {
  await page.waitForFunction(() => !('slipwayEarlyPresses' in window))
}

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
