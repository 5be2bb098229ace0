// What Narrative.div may hold (FHIR R4 narrative.html §2.4.0, conformance RDR-18): well-formed XHTML that does nothing.

const TAG =
  /<(?<close>\/?)(?<name>[A-Za-z][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|<!--(?:(?!--)[\s\S])*-->/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITY = /&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});/y

/** Elements that R4 rules out: scripts, forms, frames, objects and whatever belongs to a whole page. */
const FORBIDDEN = new Set(
  `applet base body button embed form frame frameset head html iframe input link math meta noscript object option
  script select style svg template textarea title`.split(/\s+/),
)
const ADDRESSES = new Set(['href', 'src', 'background', 'cite', 'longdesc', 'action', 'formaction', 'xlink:href'])

/** Why a text cannot be a narrative's div; undefined when it can. */
export function narrativeProblem(div: string): string | undefined {
  const open: string[] = []
  let closed = false
  let index = 0
  while (index < div.length) {
    const next = nextMarkup(div, index)
    if (closed && div.slice(index, next).trim() !== '') return 'has text behind its div'
    if (next >= div.length) break
    const end = div[next] === '&' ? matchEnd(ENTITY, div, next) : matchEnd(TAG, div, next)
    if (end === undefined) return 'is not well-formed XHTML'
    const problem = div[next] === '&' ? undefined : visit(div.slice(next, end), open)
    if (problem) return problem
    if (open.length === 0 && div.slice(next, end) === '</div>') closed = true
    index = end
  }
  return closed && open.length === 0 ? undefined : 'is not one closed div'
}

const MARKUP = /[<&]/g

function nextMarkup(text: string, from: number): number {
  MARKUP.lastIndex = from
  return MARKUP.exec(text)?.index ?? text.length
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** Follows one tag; `open` holds the elements that it lies in. */
function visit(tag: string, open: string[]): string | undefined {
  if (tag.startsWith('<!--')) return undefined
  TAG.lastIndex = 0
  const { close, name = '', attributes = '', empty } = TAG.exec(tag)?.groups ?? {}
  if (close) return open.pop() === name ? undefined : 'is not well-formed XHTML'
  if (open.length === 0 && name !== 'div') return 'does not begin with a div'
  if (FORBIDDEN.has(name.toLowerCase())) return `has the element ${name.toLowerCase()}`
  for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const problem = attributeProblem(attribute.toLowerCase(), double ?? single ?? '')
    if (problem) return problem
  }
  if (!empty) open.push(name)
  return undefined
}

function attributeProblem(name: string, value: string): string | undefined {
  if (name.startsWith('on')) return `has the event attribute ${name}`
  if (ADDRESSES.has(name) && isActive(value)) return `has an address that runs code in ${name}`
  return undefined
}

// Browsers drop control characters and decode references before they look at the scheme: so does this.
function isActive(value: string): boolean {
  const decoded = value
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, decimal: string) => character(Number(decimal)))
    .replace(/&(colon|tab|newline);/gi, (_, name: string) => (name.toLowerCase() === 'colon' ? ':' : ''))
  return /^(javascript|vbscript|data:(?!image\/(png|gif|jpe?g|webp)[;,]))/i.test(
    decoded.replace(/[\u0000-\u0020]/g, ''),
  )
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
