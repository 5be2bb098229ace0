// A headless browser: it keeps cookies (RFC 6265), sends each request's origin (Fetch Metadata, RFC 6454), follows
// redirects and fills in forms. Used by the command line, by reruns of a traced step, and by tests.
import { type HTMLElement, parse } from 'node-html-parser'
import { CookieJar, getPublicSuffix } from 'tough-cookie'
import type { Fetch } from '#lib/http/handler.ts'
import { isWebUrl } from '#lib/http/web-url.ts'

/** One request and its answer. */
export interface Visit {
  readonly method: string
  readonly url: string
  readonly status: number
  /** The absolute target of the redirect. */
  readonly location: string | undefined
  /** From request to the headers of the answer, in milliseconds of the agent's clock. */
  readonly ms: number
}

/** An answer as a person would see it, at the end of its redirects. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Everything that was fetched to arrive here, in order. */
  readonly visits: readonly Visit[]
}

/** A form of a page: the address of the page, its target and fields. */
export interface Form {
  readonly page: string
  readonly action: string
  readonly method: 'GET' | 'POST'
  readonly fields: Readonly<Record<string, string>>
  readonly names: readonly string[]
  /** Name and value of the button that Enter presses, if it has a name (HTML, "implicit submission"). */
  readonly button: Readonly<Record<string, string>>
}

/** A browser without a window, with cookies of its own. */
export interface UserAgent {
  /** Opens an address that was typed; or that the page at `from` links to. */
  readonly get: (url: string, headers?: Readonly<Record<string, string>>, from?: string) => Promise<Page>
  /** Posts a form of the page at `from`, by default a page of the same site. */
  readonly post: (url: string, fields: Readonly<Record<string, string>>, from?: string) => Promise<Page>
  /** Submits a form with some fields filled in. */
  readonly submit: (form: Form, fields?: Readonly<Record<string, string>>) => Promise<Page>
  readonly cookies: (url: string) => string
  /** Keeps a cookie as if an answer at `url` had set it. */
  readonly keep: (url: string, cookie: string) => void
}

/** A navigation in progress: its request, and the page that started it. */
interface Navigation {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** The page that leads here; undefined for an address that was typed. */
  readonly from: string | undefined
  /** True after it left its page's site: from then on it is cross-site, wherever it leads. */
  readonly strayed: boolean
}

/** More redirects than this are a loop. */
const MOST_REDIRECTS = 20
const TEMPORARY_REDIRECT = 307
const PERMANENT_REDIRECT = 308
const HTML = { accept: 'text/html' }

/** A user agent with an empty cookie jar. `stopAt` ends the following of redirects before a URL is fetched; `now` times visits. */
export function createUserAgent(
  fetch: Fetch,
  stopAt: (url: string) => boolean = () => false,
  now: () => number = () => 0,
): UserAgent {
  const jar = new CookieJar()

  const send = (navigation: Navigation): Promise<Response> => {
    const { method, url, headers, body } = navigation
    const cookie = jar.getCookieStringSync(url, { sameSiteContext: sameSiteContext(navigation) })
    return fetch(url, {
      method,
      headers: { ...headers, ...initiatorHeaders(navigation), ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
  }

  const visit = async (first: Omit<Navigation, 'strayed'>): Promise<Page> => {
    const visits: Visit[] = []
    let current: Navigation = { ...first, strayed: isCrossSite(first) }
    while (visits.length <= MOST_REDIRECTS) {
      const { method, url } = current
      const sentAt = now()
      const response = await send(current)
      const { status, headers } = response
      for (const line of headers.getSetCookie()) jar.setCookieSync(line, url, { ignoreError: true })
      const header = headers.get('location')
      const location = header === null ? undefined : new URL(header, url).href
      visits.push({ method, url, status, location, ms: now() - sentAt })
      if (location === undefined || status < 300 || status > 399 || stopAt(location))
        return { url, status, headers, text: await response.text(), visits }
      await response.body?.cancel()
      current = redirected(current, status, location)
    }
    throw new Error(`More than ${MOST_REDIRECTS} redirects, the last to ${withoutQuery(current.url)}`)
  }

  const post = (url: string, fields: Readonly<Record<string, string>>, from = url) =>
    visit({
      method: 'POST',
      url,
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      from,
    })

  const get = (url: string, headers: Readonly<Record<string, string>> = HTML, from?: string) =>
    visit({ method: 'GET', url, headers, from })

  // A form that is sent by GET puts its fields in the place of the query (HTML, "mutate action URL").
  const submit = ({ page, action, method, fields: own }: Form, fields: Readonly<Record<string, string>> = {}) => {
    const all = { ...own, ...fields }
    return method === 'POST'
      ? post(action, all, page)
      : get(`${withoutQuery(action)}?${new URLSearchParams(all)}`, HTML, page)
  }

  return {
    get,
    post,
    submit,
    cookies: (url) => jar.getCookieStringSync(url),
    keep: (url, cookie) => void jar.setCookieSync(cookie, url),
  }
}

/**
 * The navigation that follows from an answer: 307 and 308 repeat the request, all others fetch a page (RFC 9110 §15.4).
 */
function redirected(navigation: Navigation, status: number, url: string): Navigation {
  const { from, strayed } = navigation
  const goesOn = { url, from, strayed: strayed || isCrossSite({ from, url }) }
  if (status === TEMPORARY_REDIRECT || status === PERMANENT_REDIRECT) return { ...navigation, ...goesOn }
  return { ...goesOn, method: 'GET', headers: HTML }
}

/** True when a page and its target are on different sites: scheme and registrable domain (HTML, "same site"). */
const isCrossSite = ({ from, url }: Pick<Navigation, 'from' | 'url'>): boolean =>
  from !== undefined && siteOf(from) !== siteOf(url)

function siteOf(url: string): string {
  const { protocol, hostname } = new URL(url)
  return `${protocol}//${getPublicSuffix(hostname, { ignoreError: true }) ?? hostname}`
}

/** Which cookies may go along (RFC 6265bis §5.2): `lax` ones with a page that is asked for, `strict` ones within a site. */
function sameSiteContext({ method, strayed }: Navigation): 'strict' | 'lax' | 'none' {
  if (!strayed) return 'strict'
  return method === 'GET' ? 'lax' : 'none'
}

/**
 * The headers by which a browser tells a navigation's initiator: Origin (RFC 6454 §7.3) on requests that may change
 * something, and Fetch Metadata.
 */
function initiatorHeaders({ method, url, from, strayed }: Navigation): Readonly<Record<string, string>> {
  const own = from === undefined || new URL(from).origin === new URL(url).origin
  const site = from === undefined ? 'none' : own ? 'same-origin' : 'same-site'
  return {
    ...(method === 'POST' && from !== undefined ? { origin: new URL(from).origin } : {}),
    ...(isWebUrl(withoutQuery(url)) ? { ...NAVIGATES, 'sec-fetch-site': strayed ? 'cross-site' : site } : {}),
  }
}

const NAVIGATES = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** A URL as it may be shown: its query can hold codes and tokens. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '')

/** The forms of a page, in order. Buttons count only when they are named. */
export function formsOf({ text, url }: Pick<Page, 'text' | 'url'>): readonly Form[] {
  const page = parse(text)
  return page.querySelectorAll('form').map((form) => ({
    page: url,
    action: new URL(form.getAttribute('action') ?? '', url).href,
    method: form.getAttribute('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    fields: Object.fromEntries(
      inputs(form)
        .filter((input) => input.getAttribute('type') === 'hidden')
        .map(nameAndValue),
    ),
    names: inputs(form).map((input) => input.getAttribute('name') ?? ''),
    button: buttonOf(page, form),
  }))
}

/** A button belongs to the form that it is in, unless it names another. */
function buttonOf(page: HTMLElement, form: HTMLElement): Form['button'] {
  const first = page
    .querySelectorAll('button:not([type=button]):not([type=reset]), input[type=submit]')
    .find((one) => (one.hasAttribute('form') ? one.getAttribute('form') === form.id : one.closest('form') === form))
  return first?.getAttribute('name') ? Object.fromEntries([nameAndValue(first)]) : {}
}

/** The form that has all of the named fields. */
export const formWith = (page: Page, ...names: readonly string[]): Form | undefined =>
  formsOf(page).find((form) => names.every((name) => form.names.includes(name)))

const inputs = (form: HTMLElement) => form.querySelectorAll('input[name], select[name], textarea[name]')

const nameAndValue = (input: HTMLElement) =>
  [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const
