// The links in the text of a resource: literal references, elements of a type of URIs, and the links of narrative. Canonicals are
// names and no links (FHIR R4 http.html#trules).
import type { Steps } from '../async/steps.ts'
import { type Place, typeAt } from './validation/finding.ts'
import { type SeenValue, scanning } from './validation/json-scan.ts'
import { NotJson } from './validation/json-tokens.ts'
import type { ParsedResource } from './validation/problem.ts'

/** `reference` is Reference.reference; `uri` is all else. */
export type LinkKind = 'reference' | 'uri'

/** The replacement of a link; undefined to keep it. */
export type Relink = (link: string, kind: LinkKind) => string | undefined

const URI_TYPES: readonly string[] = ['uri', 'url', 'oid', 'uuid']

/** The links to replace. */
export interface Relinking {
  /** True for a link that may have a replacement, whatever its element: most have none, and to look for theirs takes longer. */
  readonly mayBe: (link: string) => boolean
  readonly relink: Relink
}

/**
 * The text of a resource with its links replaced; everything else is unchanged, lexeme for lexeme. Throws the errors of
 * `relink`.
 */
export function* linking(text: string, { mayBe, relink }: Relinking): Steps<string> {
  const found: { readonly start: number; readonly end: number; readonly string: string; readonly place: Place }[] = []
  const look: SeenValue = (start, end, _, placeOf) => {
    if (text[start] !== '"') return
    const quoted = text.slice(start, end)
    const string = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
    if (mayBe(string) || string.includes('<')) found.push({ start, end, string, place: placeOf() })
  }
  try {
    yield* scanning(text, look)
  } catch (error) {
    if (error instanceof NotJson) return text // What a patch may have made of it; no write takes it.
    throw error
  }
  if (found.length === 0) return text
  const parsed = JSON.parse(text) as ParsedResource
  yield
  let out = ''
  let from = 0
  for (const { start, end, string, place } of found) {
    yield
    const other = replacement(string, kindOf(parsed, place), relink)
    if (other === undefined || other === string) continue
    out += text.slice(from, start) + JSON.stringify(other)
    from = end
  }
  return out + text.slice(from)
}

const replacement = (string: string, kind: LinkKind | 'narrative' | undefined, relink: Relink): string | undefined =>
  kind === 'narrative' ? narrative(string, relink) : kind && relink(string, kind)

function kindOf(resource: ParsedResource, place: Place): LinkKind | 'narrative' | undefined {
  if (place.at(-1) === 'reference' && typeAt(resource, place.slice(0, -1)) === 'Reference') return 'reference'
  const type = typeAt(resource, place) ?? ''
  return type === 'xhtml' ? 'narrative' : URI_TYPES.includes(type) ? 'uri' : undefined
}

const LINKED = /<(?:a|img)\s[^<>]*>/gi
const ATTRIBUTE = /(\s(?:href|src)\s*=\s*)(["'])(.*?)\2/gi

const narrative = (div: string, relink: Relink): string =>
  div.replace(LINKED, (tag) =>
    tag.replace(ATTRIBUTE, (whole, before: string, quote: string, link: string) => {
      const other = relink(link, 'uri')
      return other === undefined ? whole : `${before}${quote}${other}${quote}`
    }),
  )
