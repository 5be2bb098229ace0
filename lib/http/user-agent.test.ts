import { describe, expect, it } from 'vitest'
import { createUserAgent, formsOf, type UserAgent } from './user-agent.ts'

type Answers = Readonly<Record<string, () => Response>>

const to = (location: string, status = 302) => new Response(null, { status, headers: { location } })
const setting = (...cookies: readonly string[]) =>
  new Response('', { headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]) })

/** A browser, and what each request of it was. */
function browsing(answers: Answers) {
  const sent: { url: string; method: string; headers: Headers; body: string }[] = []
  const browser: UserAgent = createUserAgent(async (input, init) => {
    const request = new Request(input, init)
    sent.push({ url: request.url, method: request.method, headers: request.headers, body: await request.text() })
    return (answers[request.url] ?? (() => new Response('')))()
  })
  const last = (name: string) => sent.at(-1)?.headers.get(name) ?? null
  return { browser, sent, last }
}

const APP = 'https://app.example.org'
const PORTAL = 'https://portal.other.example/portal'

describe('the cookies of the headless browser', () => {
  it('are sent to the path, host and scheme they are for, and nowhere else (RFC 6265 §5.4)', async () => {
    const { browser, last } = browsing({
      [`${APP}/set`]: () =>
        setting('all=1; Path=/', 'here=2; Path=/deep', 'safe=3; Secure; Path=/', 'wide=4; Domain=example.org; Path=/'),
    })
    await browser.get(`${APP}/set`)
    const cookiesAt = async (url: string) => {
      await browser.get(url)
      return last('cookie')
    }
    expect(await cookiesAt(`${APP}/deep/er`)).toBe('here=2; all=1; safe=3; wide=4')
    expect(await cookiesAt(`${APP}/deeper`)).toBe('all=1; safe=3; wide=4')
    expect(await cookiesAt('http://app.example.org/')).toBe('all=1; wide=4')
    expect(await cookiesAt('https://www.example.org/')).toBe('wide=4')
    expect(await cookiesAt('https://example.com/')).toBeNull()
  })

  it('are removed when they expire, and refused for a public suffix', async () => {
    const { browser, last } = browsing({
      [`${APP}/set`]: () => setting('a=1; Path=/', 'b=1; Domain=org; Path=/'),
      [`${APP}/unset`]: () => setting('a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/'),
    })
    await browser.get(`${APP}/set`)
    expect(browser.cookies(`${APP}/`)).toBe('a=1')
    await browser.get(`${APP}/unset`)
    await browser.get(`${APP}/`)
    expect(last('cookie')).toBeNull()
  })

  it('are sent from another site only as their SameSite permits', async () => {
    const { browser, last } = browsing({
      [`${APP}/set`]: () =>
        setting('strict=1; SameSite=Strict', 'lax=2; SameSite=Lax', 'none=3; SameSite=None; Secure'),
    })
    await browser.get(`${APP}/set`)
    await browser.post(`${APP}/launch`, {}, PORTAL)
    expect(last('cookie')).toBe('none=3')
    await browser.get(`${APP}/launch`, undefined, PORTAL)
    expect(last('cookie')).toBe('lax=2; none=3')
    await browser.get(`${APP}/launch`, undefined, 'https://www.example.org/')
    expect(last('cookie')).toBe('strict=1; lax=2; none=3')
  })
})

describe('the Sec-Fetch-Site of the headless browser', () => {
  const site = ({ last }: ReturnType<typeof browsing>) => [last('sec-fetch-site'), last('origin')]

  it('is none, same-origin, same-site or cross-site, as in a browser', async () => {
    const one = browsing({})
    await one.browser.get(`${APP}/`)
    expect(site(one)).toEqual(['none', null])
    expect([one.last('sec-fetch-mode'), one.last('sec-fetch-dest')]).toEqual(['navigate', 'document'])
    await one.browser.post(`${APP}/launch`, {})
    expect(site(one)).toEqual(['same-origin', APP])
    await one.browser.post(`${APP}/launch`, {}, 'https://example.org/page')
    expect(site(one)).toEqual(['same-site', 'https://example.org'])
    await one.browser.post(`${APP}/launch`, {}, PORTAL)
    expect(site(one)).toEqual(['cross-site', 'https://portal.other.example'])
  })

  it('is cross-site after a redirect through another site, and is not sent over plain http except to this machine', async () => {
    const one = browsing({
      [`${APP}/out`]: () => to('https://idp.example/'),
      'https://idp.example/': () => to(`${APP}/in`),
    })
    await one.browser.get(`${APP}/out`, undefined, APP)
    expect([one.sent.at(-1)?.url, ...site(one)]).toEqual([`${APP}/in`, 'cross-site', null])
    await one.browser.get('http://app.example.org/')
    expect(site(one)).toEqual([null, null])
    await one.browser.get('http://localhost:3000/')
    expect(site(one)).toEqual(['none', null])
  })
})

describe('redirects in the headless browser', () => {
  it.each([
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'a=1'],
    [308, 'POST', 'a=1'],
  ])('%i is followed by %s', async (status, method, body) => {
    const { browser, sent } = browsing({ [`${APP}/`]: () => to('/next', status) })
    const page = await browser.post(`${APP}/`, { a: '1' })
    expect([page.url, sent.at(-1)?.method, sent.at(-1)?.body]).toEqual([`${APP}/next`, method, body])
  })

  it('that do not end are an error, which leaves out the query', async () => {
    const { browser } = browsing({ [`${APP}/loop?code=1`]: () => to('/loop?code=1') })
    await expect(browser.get(`${APP}/loop?code=1`)).rejects.toThrow(`More than 20 redirects, the last to ${APP}/loop`)
  })
})

describe('a form in the headless browser', () => {
  it('is submitted from its page, and by GET replaces the query of its target', async () => {
    const { browser, sent, last } = browsing({})
    const text =
      '<form action="https://app.example.org/go?old=1"><input type="hidden" name="a" value="1"><input name="b"></form>'
    const [form] = formsOf({ text, url: PORTAL })
    if (!form) throw new Error('no form')
    await browser.submit(form, { b: '2' })
    expect([sent.at(-1)?.url, last('sec-fetch-site')]).toEqual([`${APP}/go?a=1&b=2`, 'cross-site'])
  })

  it('knows the button that Enter presses, by its name and value', () => {
    const text = `<form id="one"><input type="hidden" name="a" value="1"></form>
<form><button type="button" name="x">x</button><button>Go</button><button name="later" value="1">Later</button></form>
<button name="logout" value="yes" form="one">Yes</button><button name="logout" value="no" form="one">No</button>`
    expect(formsOf({ text, url: PORTAL }).map(({ button }) => button)).toEqual([{ logout: 'yes' }, {}])
  })
})
