// A browser without a screen: keeps cookies per host, follows redirects, fills in forms. Used by the command line, by reruns of a
// traced step, and by tests.
import { type HTMLElement, parse } from 'node-html-parser'
import type { Fetch } from '#lib/http/handler.ts'

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

export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Everything that was fetched to arrive here, in order. */
  readonly visits: readonly Visit[]
}

/** A form of a page: its target and fields. */
export interface Form {
  readonly action: string
  readonly method: 'GET' | 'POST'
  readonly fields: Readonly<Record<string, string>>
  readonly names: readonly string[]
}

export interface UserAgent {
  readonly get: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Page>
  readonly post: (url: string, fields: Readonly<Record<string, string>>) => Promise<Page>
  /** Submits a form with some fields filled in. */
  readonly submit: (form: Form, fields?: Readonly<Record<string, string>>) => Promise<Page>
  readonly cookies: (url: string) => string
}

/** More redirects than this are a loop. */
const MOST_REDIRECTS = 20

/** A user agent with an empty cookie jar. `stopAt` ends the following of redirects before a URL is fetched; `now` times visits. */
export function createUserAgent(
  fetch: Fetch,
  stopAt: (url: string) => boolean = () => false,
  now: () => number = () => 0,
): UserAgent {
  const jars = new Map<string, Map<string, string>>()

  const cookies = (url: string) =>
    [...(jars.get(new URL(url).hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

  const keep = (url: string, headers: Headers) => {
    const { hostname } = new URL(url)
    const jar = jars.get(hostname) ?? new Map<string, string>()
    jars.set(hostname, jar)
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0(;|$)/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  const visit = async (method: string, url: string, init: RequestInit): Promise<Page> => {
    const visits: Visit[] = []
    let current = { method, url, init }
    while (visits.length <= MOST_REDIRECTS) {
      const headers = new Headers(current.init.headers)
      const cookie = cookies(current.url)
      if (cookie) headers.set('cookie', cookie)
      const sentAt = now()
      const response = await fetch(current.url, {
        ...current.init,
        method: current.method,
        headers,
        redirect: 'manual',
      })
      keep(current.url, response.headers)
      const header = response.headers.get('location')
      const location = header === null ? undefined : new URL(header, current.url).href
      visits.push({ method: current.method, url: current.url, status: response.status, location, ms: now() - sentAt })
      if (location === undefined || response.status < 300 || response.status > 399 || stopAt(location))
        return {
          url: current.url,
          status: response.status,
          headers: response.headers,
          text: await response.text(),
          visits,
        }
      await response.body?.cancel()
      current = { method: 'GET', url: location, init: { headers: { accept: 'text/html' } } }
    }
    throw new Error(`More than ${MOST_REDIRECTS} redirects, the last to ${withoutQuery(current.url)}`)
  }

  const post = (url: string, fields: Readonly<Record<string, string>>) =>
    visit('POST', url, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        origin: new URL(url).origin,
      },
    })

  const get = (url: string, headers: Readonly<Record<string, string>> = { accept: 'text/html' }) =>
    visit('GET', url, { headers })

  const submit = (form: Form, fields: Readonly<Record<string, string>> = {}) => {
    const all = { ...form.fields, ...fields }
    return form.method === 'POST' ? post(form.action, all) : get(`${form.action}?${new URLSearchParams(all)}`)
  }

  return { get, post, submit, cookies }
}

/** A URL as it may be shown: its query can hold codes and tokens. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '')

/** The forms of a page, in order. Buttons count only when they are named. */
export const formsOf = ({ text, url }: Pick<Page, 'text' | 'url'>): readonly Form[] =>
  parse(text)
    .querySelectorAll('form')
    .map((form) => ({
      action: new URL(form.getAttribute('action') ?? '', url).href,
      method: form.getAttribute('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      fields: Object.fromEntries(
        inputs(form)
          .filter((input) => input.getAttribute('type') === 'hidden')
          .map(nameAndValue),
      ),
      names: inputs(form).map((input) => input.getAttribute('name') ?? ''),
    }))

/** The form that has all of the named fields. */
export const formWith = (page: Page, ...names: readonly string[]): Form | undefined =>
  formsOf(page).find((form) => names.every((name) => form.names.includes(name)))

const inputs = (form: HTMLElement) => form.querySelectorAll('input[name], select[name], textarea[name]')

const nameAndValue = (input: HTMLElement) =>
  [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const
