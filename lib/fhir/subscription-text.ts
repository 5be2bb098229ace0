// The JSON text of a Subscription (FHIR R4 subscription.html): its status, and the values of its headers, which may be
// secrets of its receiver. Everything else is unchanged.
import { items, members, skipSpace } from './json-text.ts'

/** Replaces a header's value for everybody but the owner. */
const MASK = '***'

/** The object at `open` with each member's text replaced by the result of `change`; undefined removes the member. */
function rebuilt(text: string, open: number, change: (name: string, value: string) => string | undefined): string {
  const parts = [...members(text, open)].flatMap(({ name, start, valueStart, end }) => {
    const value = change(name, text.slice(valueStart, end))
    return value === undefined ? [] : [text.slice(start, valueStart) + value]
  })
  return `{${parts.join(',')}}`
}

/** The text (of an object) with a status, and with the error that explains it or none. */
export function withStatus(text: string, status: string, error?: string): string {
  const changed = rebuilt(text, skipSpace(text, 0), (name, value) => {
    if (name === 'status') return JSON.stringify(status)
    return name === 'error' ? undefined : value
  })
  return error === undefined ? changed : `${changed.slice(0, -1)},"error":${JSON.stringify(error)}}`
}

/** The text with each header replaced by the result of `change`; `index` is its index in channel.header. */
export const withHeaders = (text: string, change: (header: string, index: number) => string): string =>
  rebuilt(text, skipSpace(text, 0), (name, value) =>
    name === 'channel' && value.startsWith('{') ? withHeadersOf(value, change) : value,
  )

const withHeadersOf = (channel: string, change: (header: string, index: number) => string): string =>
  rebuilt(channel, 0, (name, value) => {
    if (name !== 'header' || !value.startsWith('[')) return value
    const changed = [...items(value, 0)].map(({ start, end }, index) => {
      const item = value.slice(start, end)
      return item.startsWith('"') ? changedHeader(item, (header) => change(header, index)) : item
    })
    return `[${changed.join(',')}]`
  })

/** An unchanged header keeps its escapes. */
function changedHeader(quoted: string, change: (header: string) => string): string {
  const header = JSON.parse(quoted) as string
  const changed = change(header)
  return changed === header ? quoted : JSON.stringify(changed)
}

/** The name of a header, up to its colon. */
export const headerName = (header: string): string => header.split(':', 1)[0] ?? ''

/** True for a header as it is shown to others, `Name: ***`. */
export const isMasked = (header: string): boolean => header.slice(headerName(header).length + 1).trim() === MASK

/** A header with its value masked. Without a colon, name and value cannot be told apart, so nothing of it is shown. */
const masked = (header: string): string => (header.includes(':') ? `${headerName(header)}: ${MASK}` : MASK)

/**
 * A Subscription as it is shown: to its owner as it is, to everybody else without the values of its headers, which may be secrets
 * of its receiver. For texts of Subscriptions only.
 */
export const maskedFor = (text: string, isOwner: boolean): string =>
  isOwner || !MAY_HAVE_HEADERS.test(text) ? text : withHeaders(text, masked)

/** Matches a member that may be named header; an escape may represent any of its letters. */
const MAY_HAVE_HEADERS = /"header"|\\u/
