// The script-free pages: their security headers, and that values are escaped.
import { describe, expect, it } from 'vitest'
import type { Actor } from '#lib/i18n/actors.ts'
import { html } from './html.ts'
import { respondPage } from './page.ts'
import { facts } from './pieces.ts'

const page = { language: 'en', title: 'A <title>', actor: 'idp', body: html`<h1>Hello</h1>` } as const

describe('html', () => {
  it('SEC-02 escapes every value, in text and in attributes', () => {
    expect(html`<a title="${'"\'<&>'}">${'<script>'}</a>`.html).toBe(
      '<a title="&quot;&#39;&lt;&amp;&gt;">&lt;script&gt;</a>',
    )
  })

  it('SEC-02 takes only its own results as markup', () => {
    expect(html`${[html`<b>${1}</b>`, '<b>', undefined, null, false]}`.html).toBe('<b>1</b>&lt;b&gt;')
  })
})

describe('respondPage', () => {
  it('SEC-02 forbids scripts, framing, objects and bases', () => {
    const policy = respondPage(page).headers.get('content-security-policy')
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'none'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  it('SEC-02 names the places that forms may lead to, when there are any', () => {
    const policyFor = (formAction: readonly string[]) =>
      respondPage({ ...page, formAction }).headers.get('content-security-policy')
    expect(policyFor([])).toContain("; form-action 'self';")
    expect(policyFor(['https://app.example'])).toContain("; form-action 'self' https://app.example;")
  })

  it('SEC-03 SEC-04 is not cached, sniffed or framed, and sends no referrer', () => {
    const { headers } = respondPage(page)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it.each<Actor>(['portal', 'oauth', 'idp', 'app', 'fhir'])(
    'APP-14 names the part of the domain in words and by an icon: %s',
    async (actor) => {
      const text = await respondPage({ ...page, actor }).text()
      expect(text).toMatch(
        new RegExp(`<span class="actor actor-${actor}"><svg [^>]*aria-hidden="true">.+</svg>[A-Z][\\w ]+</span>`),
      )
      expect(text).toContain('<title>A &lt;title&gt; · Slipway</title>')
    },
  )

  it('APP-14 puts the body into a card unless the page has its own layout', async () => {
    expect(await respondPage(page).text()).toContain('<section class="card narrow"><h1>Hello</h1></section>')
    expect(await respondPage({ ...page, layout: 'own' }).text()).toContain('<main><h1>Hello</h1></main>')
  })

  it('SEC-01 sets every cookie', () => {
    expect(respondPage({ ...page, cookies: ['a=1', 'b=2'] }).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})

describe('a list of facts', () => {
  it('leaves out a fact without a value', () => {
    expect(
      facts([
        ['A', undefined],
        ['B', '<b>'],
      ]).html,
    ).toBe('<dl class="facts"><div><dt>B</dt><dd><code>&lt;b&gt;</code></dd></div></dl>')
  })
})
