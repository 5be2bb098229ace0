// A developer uses the tools, and only intended data leaves the browser.
import { importJWK, type JWK, jwtVerify } from 'jose'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('a token is decoded in the browser, and sent to the server only for a check', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/tools/jwt')
  await expect(page).toHaveTitle('JWT decoder · Slipway')
  await page.getByRole('button', { name: 'Show me one' }).click()
  await expect(page.getByText('The portal of this demo has just signed it')).toBeVisible()
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  await expect(page.getByRole('row', { name: /^exp .*in 4 minutes/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^resource .*the Task that is opened/ })).toBeVisible()
  expect(sent.join('\n')).not.toContain(token.split('.')[1])
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('This server would accept it as launch token')).toBeVisible()
  expect(sent.filter((line) => line.includes(token.split('.')[1] ?? ''))).toHaveLength(1)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
  const ofNobody = Buffer.from(JSON.stringify({ ...claims, iss: 'nobody' })).toString('base64url')
  await page.getByRole('textbox', { name: 'Token' }).fill(token.replace(/\..*\./, `.${ofNobody}.`))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('This server would refuse it as launch token')).toBeVisible()
  const signature = page.getByRole('listitem').filter({ hasText: 'The portal' })
  await expect(signature).toContainText('Expected')
  await expect(signature.getByRole('link')).toHaveAttribute('href', '/docs/errors/launch.iss')
  await page.getByRole('radio', { name: 'client assertion' }).check()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('This server would refuse it as client assertion')).toBeVisible()
})

test('names and descriptions of the cards in one row begin at the same height', async ({ page }) => {
  await page.goto('/tools')
  const cards = page.getByRole('main').locator('li a')
  await expect(cards).toHaveCount(5)
  const rows = new Map<number, Set<string>>()
  for (const [top = 0, ...parts] of await cards.evaluateAll((all) =>
    all.map((card) => [card, ...card.children].map((one) => Math.round(one.getBoundingClientRect().top))),
  ))
    rows.set(top, (rows.get(top) ?? new Set()).add(parts.join()))
  expect([...rows.values()].map((heights) => heights.size)).toEqual([1, 1])
})

test('a pasted private key is recognised and not sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await page.goto('/tools/jwt')
  await page
    .getByRole('textbox', { name: 'Token' })
    .fill('-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----')
  await expect(page.getByText('That is a private key')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Token' }).fill('a.b')
  await expect(page.getByText('here are 2')).toBeVisible()
  expect(sent.join('')).toBe('')
})

test('a generated key signs a valid assertion, and neither is sent', async ({ page }) => {
  const sent: string[] = []
  await page.goto('/tools/keys')
  page.on('request', (request) => {
    if (!request.url().endsWith('/icon.svg')) sent.push(request.url())
  })
  await page.getByLabel('Algorithm').selectOption('ES256')
  await page.getByRole('button', { name: 'Make a key pair' }).click()
  await page
    .getByRole('region', { name: 'Public half', exact: true })
    .getByRole('button', { name: 'Show as JWK', exact: true })
    .click()
  const publicJwk = JSON.parse(
    await page.getByRole('region', { name: 'Public half, JWK', exact: true }).locator('pre').innerText(),
  ) as JWK
  const pem = await page.getByRole('region', { name: 'Private half, PEM' }).locator('pre').innerText()
  expect(sent).toEqual([])
  await page.goto('/tools/assertion')
  sent.length = 0
  await page.getByRole('textbox', { name: 'Private key' }).fill(pem)
  await page.getByLabel('client_id').fill('my-app')
  await page.getByRole('button', { name: 'Sign' }).click()
  const assertion = await page
    .getByRole('region', { name: 'client_assertion', exact: true })
    .last()
    .locator('pre')
    .innerText()
  const endpoint = await page.getByRole('textbox', { name: 'Token endpoint' }).inputValue()
  const { payload, protectedHeader } = await jwtVerify(assertion, await importJWK(publicJwk, 'ES256'))
  expect(payload).toMatchObject({ iss: 'my-app', sub: 'my-app', aud: endpoint })
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: publicJwk.kid, typ: 'JWT' })
  await expect(page.getByRole('region', { name: 'curl' })).toContainText(endpoint)
  await page.getByRole('textbox', { name: 'Private key' }).fill('nonsense')
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByText('There is no private key in that')).toBeVisible()
  expect(sent).toEqual([])
})

test('PKCE is computed as in RFC 7636', async ({ page }) => {
  await page.goto('/tools/pkce')
  await page.getByLabel('code_verifier').fill('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
  await expect(page.getByText('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')).toBeVisible()
  await page.getByLabel('Does it match').fill('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=')
  await expect(page.getByText('without the =')).toBeVisible()
  await page.getByLabel('Does it match').fill('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  await expect(page.getByText('They match.')).toBeVisible()
  await page.getByLabel('code_verifier').fill('short')
  await expect(page.getByText('not a code_verifier')).toBeVisible()
  await page.getByRole('button', { name: 'Make one' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('code_verifier')).toHaveValue(/^[\w-]{43}$/)
})

test('APP-14 no tool has a serious finding', async ({ page }) => {
  for (const tool of ['', '/jwt', '/keys', '/assertion', '/pkce']) {
    await page.goto(`/tools${tool}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (tool === '/jwt') {
      await page.getByRole('button', { name: 'Show me one' }).click()
      await page.getByRole('radio', { name: 'client assertion' }).check()
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await expect(page.getByText('would refuse it')).toBeVisible()
    }
    if (tool === '/keys') {
      await page.getByRole('button', { name: 'Make a key pair' }).click()
      await expect(page.getByRole('heading', { name: 'Private half' })).toBeVisible()
    }
    expect(await seriousFindings(page), tool).toEqual([])
  }
})
