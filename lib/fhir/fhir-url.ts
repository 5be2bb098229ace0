// Tests whether an address is below a FHIR base, so that a bearer token and a reader stay within that base.
import { withoutTrailingSlash } from '../http/web-url.ts'

/** The part after the base: plain path segments, then a query. Escapes are not allowed, since they could hide a segment. */
const REST = /^((?:\/[A-Za-z0-9\-._$]+)*)\/?(?:\?[^#\s\\]*)?$/
const DOTS = /^\.+$/
/** Longest requested address (conformance LIM-05). */
const LONGEST = 8 * 1024

/** The unchanged address if it is the base itself or below it; otherwise undefined. */
export function urlBelowBase(base: string, url: string): string | undefined {
  const root = withoutTrailingSlash(base)
  if (url.length > LONGEST || !url.startsWith(root)) return undefined
  const path = REST.exec(url.slice(root.length))?.[1]
  if (path === undefined || path.split('/').some((segment) => DOTS.test(segment))) return undefined
  return url
}

/** The address of a relative request such as `Patient/7` or `Task?_count=5`; undefined when it is anything else. */
export const urlOfPath = (base: string, path: string): string | undefined =>
  /^[A-Z]/.test(path) ? urlBelowBase(base, `${withoutTrailingSlash(base)}/${path}`) : undefined

/**
 * The URL for an address typed by a person: a path below the base, with or without the base's own path, the base itself
 * (empty), or an absolute URL below it; undefined for anything else.
 */
export function urlOfTyped(base: string, typed: string): string | undefined {
  const text = typed.trim()
  const root = withoutTrailingSlash(base)
  if (/^https?:/.test(text)) return urlBelowBase(root, text)
  const { origin, pathname } = new URL(root)
  if (text === pathname || text.startsWith(`${pathname}/`) || text.startsWith(`${pathname}?`))
    return urlBelowBase(root, `${origin}${text}`)
  const below = text.replace(/^\/+/, '')
  return urlBelowBase(root, below === '' || below.startsWith('?') ? `${root}${below}` : `${root}/${below}`)
}
