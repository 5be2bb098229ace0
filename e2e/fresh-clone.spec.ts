// What a newcomer finds who calls Next itself on a fresh clone, after `npm ci` and nothing else.
import { expect, test } from './fixtures.ts'
import { type FreshClone, freshClone } from './fresh-clone.ts'
import { isNight } from './night.ts'
import { DiaryPage } from './pages/diary.ts'
import { FRESH_ENV } from './server-env.ts'

const { PUBLIC_URL: origin, PORT: port } = FRESH_ENV
const WEEK_1 = 'Sleep diary: week 1'

test.use({ baseURL: origin })
test.describe.configure({ mode: 'default' }) // One copy and one port.

const refusal = async (headers = {}): Promise<string> => {
  const answer = await fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ code: 'x' }),
    headers,
  })
  return ((await answer.json()) as { readonly error_description: string }).error_description
}

for (const command of isNight ? ['dev', 'start'] : ['dev'])
  test.describe(`npx next ${command}`, () => {
    let clone: FreshClone
    test.beforeAll(async () => {
      clone = freshClone()
      if (command === 'start') clone.next('build')
      await clone.serve(`${origin}/readyz`, command, '--port', port)
    })
    test.afterAll(() => clone.remove())

    test('is the whole service: from the portal to the completed task', async ({ portal, idp, app, page, request }) => {
      // Under `next dev` a page is compiled when it is first asked for.
      for (const path of ['/portal', '/launch/app', '/fhir/metadata', '/launch/api/session'])
        await request.get(path, { timeout: 240_000 })
      await portal.signIn()
      await idp.logIn('marijke@demo.test')
      await portal.openTask(WEEK_1)
      await app.opened()
      const diary = new DiaryPage(page)
      await diary.start.click()
      await diary.fillIn()
      await diary.done.click()
      await expect(diary.task).toContainText('This task is completed')
      await portal.open()
      await portal.main.getByText(/^Done \(\d+\)$/).click()
      await expect(portal.main.getByText('completed', { exact: true }).first()).toBeVisible()
    })

    test('SEC-13 nobody tells it another address than that of the connection', async () => {
      await refusal({ 'x-slipway-address': '203.0.113.9', 'x-forwarded-for': '203.0.113.9' })
      await expect.poll(clone.printed).toMatch(/"check":"token.params".*"ip":"(127\.0\.0\.1|::1)"/)
      expect(clone.printed()).not.toMatch(/203\.0\.113\.9|"ip":"unknown"/)
    })

    if (command === 'dev')
      test('an edit of the server is live at the next request', async () => {
        expect(await refusal()).toContain('grant_type is required.')
        clone.edit('server/oauth/token/token.ts', 'grant_type is required.', 'grant_type is wanted.')
        await expect.poll(() => refusal()).toContain('grant_type is wanted.')
      })
  })
