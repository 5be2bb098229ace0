// Narrative XHTML reduced to what FHIR R4 allows (narrative.html#xhtml), without links, names and external references.
import DOMPurify from 'dompurify'
import type { Language } from '#lib/i18n/language.ts'

const TAGS =
  'a abbr acronym b big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre q samp small span strong sub sup table tbody td tfoot th thead tr tt ul var'

/** Neither id, name nor class: those would reach into our own page. No href: a record is read, not followed. */
const ATTRIBUTES =
  'abbr align alt colspan dir headers height lang rowspan scope span src start style summary title valign width'

/** Styles that arrange text; none accepts a url(), and none sets a colour that could be unreadable in a colour scheme. */
const STYLES = [
  'font-style',
  'font-weight',
  'list-style-type',
  'text-align',
  'text-decoration-line',
  'vertical-align',
  'white-space',
]

/** Pictures inside of the record itself; SVG stays out, as it can hold markup of its own. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/

const HEADINGS = 'h1, h2, h3, h4, h5, h6'

/** A fragment that is safe to put into the page, of which what is there in several languages is in that of the reader. Runs in the browser. */
export function sanitizeNarrative(xhtml: string, language: Language): DocumentFragment {
  const fragment = DOMPurify.sanitize(xhtml, {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: ATTRIBUTES.split(' '),
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const image of fragment.querySelectorAll('img'))
    if (!PICTURE.test(image.getAttribute('src') ?? '')) image.replaceWith(image.alt)
  for (const styled of fragment.querySelectorAll<HTMLElement>('[style]')) keepStyles(styled)
  for (const heading of fragment.querySelectorAll(HEADINGS)) becomeParagraph(heading)
  for (const part of fragment.querySelectorAll<HTMLElement>('[lang]')) if (isIn(part, language)) keepAlone(part)
  return fragment
}

function keepStyles({ style }: HTMLElement): void {
  for (const name of Array.from(style)) if (!STYLES.includes(name)) style.removeProperty(name)
}

/** A record's headings must not become headings of our page. */
function becomeParagraph(heading: Element): void {
  const paragraph = heading.ownerDocument.createElement('p')
  const strong = heading.ownerDocument.createElement('strong')
  strong.append(...heading.childNodes)
  paragraph.append(strong)
  heading.replaceWith(paragraph)
}

/** `nl-BE` is Dutch, too. */
const isIn = ({ lang }: HTMLElement, language: Language): boolean => lang.toLowerCase().split('-', 1)[0] === language

/** Takes away the same in other languages. */
function keepAlone(part: HTMLElement): void {
  const others = Array.from(part.parentNode?.children ?? [])
  for (const other of others)
    if (other !== part && other.hasAttribute('lang') && (other as HTMLElement).lang !== part.lang) other.remove()
}
