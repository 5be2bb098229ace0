// The documentation: every page of it is served, in both languages, for everyone.
import type { Page } from '@playwright/test'
import type { OpenApi } from '../lib/api/openapi.ts'
import { HTTP_METHODS } from '../lib/api/openapi.ts'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'

const PAGES = ['/docs', '/docs/api', '/docs/errors', '/docs/errors/invalid_grant', '/docs/how-to/connect-your-app']

const linksOf = async (page: Page, path: string): Promise<readonly string[]> => {
  await page.goto(path)
  const hrefs = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((a) => a.getAttribute('href')))
  return [...new Set(hrefs.filter((href) => href?.startsWith('/')))] as readonly string[]
}

test('MET-12 the API reference shows every operation of openapi.json, each with a command', async ({
  page,
  request,
}) => {
  const api = (await (await request.get('/openapi.json')).json()) as OpenApi
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, id: operation.operationId, summary: operation.summary }] : []
    }),
  )
  expect(operations.length).toBeGreaterThan(60)
  await page.goto('/docs/api')
  await expect(page.locator('details')).toHaveCount(operations.length)
  const shown = new Map(
    await page.locator('details').evaluateAll((all) =>
      all.map((one) => {
        const text = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ')
        return [one.id, { summary: text(one.querySelector('summary')), whole: text(one) }] as const
      }),
    ),
  )
  for (const { path, method, id, summary } of operations) {
    expect(shown.get(id)?.summary, id).toContain(`${method.toUpperCase()} ${path}`)
    expect(shown.get(id)?.summary, id).toContain(summary)
    expect(shown.get(id)?.whole, id).toContain(method === 'put' ? 'curl -X PUT' : "curl '")
  }
})

test('an operation opens by keyboard, and shows its parameters and answers', async ({ page }) => {
  await page.goto('/docs/api')
  const read = page.locator('[id="read"]')
  await expect(read.getByText('404')).toBeHidden()
  await read.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(read.getByText('404')).toBeVisible()
  await expect(read).toContainText('_summary')
  await expect(read).toContainText('Authorization: Bearer $TOKEN')
})

test('every link of the documentation leads somewhere', async ({ page, request }) => {
  test.slow()
  const seen = new Set<string>()
  for (const from of ['/docs', '/docs/errors'])
    for (const href of await linksOf(page, from)) seen.add(href.replace(/#.*/, ''))
  expect(seen.size).toBeGreaterThan(40)
  for (const href of seen) expect((await request.get(href)).status(), href).toBe(200)
  expect((await request.get('/docs/errors/no-such')).status()).toBe(404)
  expect((await request.get('/docs/how-to/no-such')).status()).toBe(404)
})

test('an error page is that of the check which error_description names, with causes and what to do', async ({
  page,
  request,
}) => {
  const refused = await request.post('/oauth2/token', { form: { grant_type: 'refresh_token' } })
  const { error_uri, error_description } = (await refused.json()) as Readonly<Record<string, string>>
  expect(error_uri, 'in the demo it opens the trace').toMatch(/\/traces\/[\w.-]+$/)
  const [check = ''] = (error_description ?? '').split(':')
  await page.goto(`/docs/errors/${check}`)
  await expect(page.getByRole('main')).toContainText(check)
  await expect(page.getByRole('main')).toContainText('Usual causes')
  await expect(page.getByRole('main')).toContainText('How to mend it')
})

for (const path of PAGES)
  test(`APP-14 ${path} has no serious finding`, async ({ page }) => {
    test.slow() // The API reference is long, and all of it is opened.
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
    })
    expect(await seriousFindings(page)).toEqual([])
  })

test.describe('on a phone, in Dutch', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'nl-NL' })

  for (const path of PAGES)
    test(`APP-14 ${path} fits, and speaks Dutch`, async ({ page }) => {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
})
