// Pages stay light: the compressed size of the scripts that a browser loads before a page can be used.
import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

const MOST_BYTES = 200 * 1000
const PAGES = [
  '/',
  '/portal',
  '/portal/compose',
  '/launch',
  '/energy',
  '/traces',
  '/browse',
  '/admin',
  '/admin/audit',
  '/admin/data',
  '/docs',
  '/docs/api',
  '/docs/how-to/connect-your-app',
  '/docs/search?q=token',
  '/connect',
  '/account',
  '/account/password',
  '/tools',
  '/tools/fhir',
  '/tools/jwt',
  '/tools/keys',
  '/tools/assertion',
  '/tools/pkce',
]

for (const path of PAGES)
  test(`the first load of ${path} fetches less than 200 kB of script`, async ({ page, tolerated }) => {
    tolerated.pattern = /40[13].*\/(traces|account)/ // Without a session; the page says so.
    const scripts: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('load')
    const sizes = await Promise.all(scripts)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(sizes.length).toBeGreaterThan(0)
    expect(total, `${sizes.length} scripts`).toBeLessThan(MOST_BYTES)
  })
