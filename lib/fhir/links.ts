// The links in the text of a resource: literal references, elements of a type of URIs, and the links of narrative. Canonicals are
// names and no links (FHIR R4 http.html#trules).
import { type JsonMember, type JsonNode, minifiedJson, parseJsonTree } from './json-tree.ts'
import { isResourceType, ruleOf } from './validation/r4-rules.ts'

/** `reference` is Reference.reference; `uri` is all else. */
export type LinkKind = 'reference' | 'uri'

/** The replacement of a link; undefined to keep it. */
export type Relink = (link: string, kind: LinkKind) => string | undefined

const URI_TYPES: readonly string[] = ['uri', 'url', 'oid', 'uuid']

/**
 * The minified text of a resource with its links replaced; everything else is unchanged, lexeme for lexeme. Throws the
 * errors of `relink`.
 */
export const withLinks = (text: string, relink: Relink): string => minifiedJson(resource(parseJsonTree(text), relink))

function resource(node: JsonNode, relink: Relink): JsonNode {
  const type = node.kind === 'object' ? node.members.find(({ name }) => name === 'resourceType')?.node : undefined
  return type?.kind === 'string' && isResourceType(type.text) ? object(node, type.text, relink) : node
}

function object(node: JsonNode, type: string, relink: Relink): JsonNode {
  if (node.kind !== 'object') return node
  const { elements } = ruleOf(type)
  const members = node.members.map((member): JsonMember => {
    const rule = elements.get(member.name)
    if (!rule) return member
    const each = (value: JsonNode): JsonNode =>
      rule.isResource
        ? resource(value, relink)
        : value.kind === 'object'
          ? object(value, rule.type, relink)
          : string(value, type === 'Reference' && member.name === 'reference' ? 'reference' : rule.type, relink)
    const { node: value } = member
    return { ...member, node: value.kind === 'array' ? { ...value, items: value.items.map(each) } : each(value) }
  })
  return { ...node, members }
}

function string(node: JsonNode, type: string, relink: Relink): JsonNode {
  if (node.kind !== 'string') return node
  if (type === 'xhtml') return changed(node, narrative(node.text, relink))
  if (type !== 'reference' && !URI_TYPES.includes(type)) return node
  return changed(node, relink(node.text, type === 'reference' ? type : 'uri'))
}

const changed = (node: JsonNode & { readonly text: string }, text: string | undefined): JsonNode =>
  text === undefined || text === node.text ? node : { kind: 'string', text, written: JSON.stringify(text) }

const LINKED = /<(?:a|img)\s[^<>]*>/gi
const ATTRIBUTE = /(\s(?:href|src)\s*=\s*)(["'])(.*?)\2/gi

const narrative = (div: string, relink: Relink): string =>
  div.replace(LINKED, (tag) =>
    tag.replace(ATTRIBUTE, (whole, before: string, quote: string, link: string) => {
      const other = relink(link, 'uri')
      return other === undefined ? whole : `${before}${quote}${other}${quote}`
    }),
  )
