// Validation of Narrative.div (FHIR R4 narrative.html §2.4.0, txt-1; conformance RDR-18): one div of well-formed XHTML without
// active content, under an XML parser and under an HTML parser alike.

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
/** A parser for HTML ends a comment at `<!-->` and `<!--->`; one for XML does not. */
const COMMENT = /<!--(?!-?>)(?:(?!--)[\s\S])*-->/y
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy
const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/y

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** The elements of chapters 7 to 11 and 15 of HTML 4.0 that are not deprecated, and links and images. */
const ELEMENTS = words(
  `a abbr acronym address area b bdo big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img
  kbd li map ol p pre q samp small span strong sub sup table tbody td tfoot th thead tr tt ul var`,
)
/** The attributes of these. */
const ATTRIBUTES = words(
  `abbr accesskey align alt axis bgcolor border cellhalign cellpadding cellspacing cellvalign char charoff charset cite class clear
  colspan compact coords dir frame headers height href hreflang hspace id ismap lang longdesc name nohref noshade nowrap rel rev
  rowspan rules scope shape size span src start style summary tabindex title type usemap valign value vspace width xml:lang xml:space
  xmlns`,
)
const ADDRESSES = words('cite href longdesc src usemap')
const XHTML = 'http://www.w3.org/1999/xhtml'

/** The reason that a text cannot be a narrative's div; undefined when it can. */
export function narrativeProblem(div: string): string | undefined {
  const open: string[] = []
  let closed = false
  let index = 0
  while (index < div.length) {
    const next = nextMarkup(div, index)
    const problem = textProblem(div.slice(index, next), open, closed)
    if (problem) return problem
    if (next >= div.length) break
    TAG.lastIndex = next
    const tag = TAG.exec(div)
    if (tag) {
      if (closed) return 'has text after its div'
      const wrong = visit(tag, open)
      if (wrong) return wrong
      closed = open.length === 0
      index = next + tag[0].length
      continue
    }
    const end = pieceEnd(div, next)
    if (typeof end === 'string') return end
    if (div[next] === '&' && open.length === 0) return 'has text outside of its div'
    index = end
  }
  return closed ? undefined : 'is not one closed div'
}

/** True for a div that narrativeProblem has nothing against, in which there is neither a text nor an image to see (txt-2). */
export const saysNothing = (div: string): boolean =>
  !/<img[\s/]/.test(div) && div.replace(/<!--[\s\S]*?-->|<(?:"[^"]*"|'[^']*'|[^>"'])*>/g, '').trim() === ''

const MARKUP = /[<&]/g

function nextMarkup(text: string, from: number): number {
  MARKUP.lastIndex = from
  return MARKUP.exec(text)?.index ?? text.length
}

function textProblem(text: string, open: readonly string[], closed: boolean): string | undefined {
  if (open.length === 0 && text.trim() !== '') return closed ? 'has text after its div' : 'is not one closed div'
  return text.includes(']]>') ? NOT_XHTML : undefined
}

const NOT_XHTML = 'is not well-formed XHTML'

/** The end of a comment or a reference, or its problem. */
function pieceEnd(text: string, at: number): number | string {
  if (text[at] === '&') return matchEnd(REFERENCE, text, at) ?? referenceProblem(text.slice(at))
  if (text.startsWith('<!--', at)) return matchEnd(COMMENT, text, at) ?? NOT_XHTML
  if (/[!?]/.test(text[at + 1] ?? ''))
    return 'has a CDATA section, a declaration or a processing instruction, which HTML reads differently'
  return NOT_XHTML
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (!match || (pattern === REFERENCE && !isCharacter(match))) return undefined
  return pattern.lastIndex
}

/** True for a numeric reference to a character of XML 1.0 (§2.2). */
function isCharacter([, decimal, hex]: RegExpExecArray): boolean {
  if (decimal === undefined && hex === undefined) return true
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code < 0xd800 || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}

/** R4 has none of the names of HTML: "Unicode characters SHALL be used instead". */
function referenceProblem(text: string): string {
  const name = /^&([A-Za-z]\w{1,31});/.exec(text)?.[1]
  return name ? `has the entity ${name}, which XML does not define` : NOT_XHTML
}

/** Processes one tag; `open` holds the elements around it. */
function visit([, close, name = '', attributes = '', empty]: RegExpExecArray, open: string[]): string | undefined {
  if (close) return attributes === '' && empty === '' && open.pop() === name ? undefined : NOT_XHTML
  if (open.length === 0 && name !== 'div') return 'does not begin with a div'
  if (!ELEMENTS.has(name)) return `has the element ${name.toLowerCase()}`
  if (attributes === '' && open.length > 0) {
    if (!empty) open.push(name)
    return undefined
  }
  const seen = new Set<string>()
  for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const problem = attributeProblem(attribute, double ?? single ?? '')
    if (problem) return problem
    if (seen.has(attribute)) return NOT_XHTML
    seen.add(attribute)
  }
  if (open.length === 0 && !seen.has('xmlns')) return 'is not in the namespace of XHTML'
  if (!empty) open.push(name)
  return undefined
}

function attributeProblem(attribute: string, value: string): string | undefined {
  const name = attribute.toLowerCase()
  if (name.startsWith('on')) return `has the event attribute ${name}`
  if (!ATTRIBUTES.has(attribute)) return `has the attribute ${name}`
  if (name === 'xmlns') return value === XHTML ? undefined : 'is not in the namespace of XHTML'
  if (ADDRESSES.has(name) && isActive(value)) return `has an address that runs code in ${name}`
  if (name === 'style' && LOADING.test(decoded(value))) return 'has a style that loads or runs something'
  return valueProblem(value)
}

/** Parts of a style that can load something; a backslash or a comment could hide any of them. */
const LOADING = /url\s*\(|image-set\s*\(|src\s*\(|expression\s*\(|@import|behavior\s*:|-moz-binding|\\|\/\*/i

function valueProblem(value: string): string | undefined {
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', at + 1)) {
    const end = matchEnd(REFERENCE, value, at)
    if (end === undefined) return referenceProblem(value.slice(at))
  }
  return undefined
}

// Browsers drop control characters and decode references before they look at the scheme: so does this.
const isActive = (value: string): boolean =>
  /^(javascript|vbscript|data:(?!image\/(png|gif|jpe?g|webp)[;,]))/i.test(
    decoded(value).replace(/[\u0000-\u0020]/g, ''),
  )

const decoded = (value: string): string =>
  value
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, decimal: string) => character(Number(decimal)))
    .replace(/&(colon|tab|newline);/gi, (_, name: string) => (name.toLowerCase() === 'colon' ? ':' : ''))

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
