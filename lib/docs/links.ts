// Resolves a document's links on the documentation site.

/** A place of its own: an address of the web or of this domain, or a place on the same page. */
const AS_IT_IS = /^(https?:\/\/|\/|#)/
/** A translation has the address of its original: which one is shown depends on the reader's language. */
const DOCUMENT = /^docs\/([\w-]+)\/([\w-]+)(?:\.nl)?\.md(#.*)?$/
const PICTURE = /^docs\/images\/[\w-]+\.(png|svg)$/

/**
 * The address of a link in docs/{folder}: another document is a page, a picture is a file of the site. Undefined for a
 * file that is only in the repository, such as source code.
 */
export function siteAddress(href: string, folder: string): string | undefined {
  if (AS_IT_IS.test(href)) return href
  const file = repositoryPath(href, folder)
  const [, other, name, anchor = ''] = DOCUMENT.exec(file) ?? []
  if (other) return `/docs/${other}/${name}${anchor}`
  if (PICTURE.test(file)) return `/${file}`
  return undefined
}

/** A relative link as a path from the root of the repository. */
export const repositoryPath = (href: string, folder: string): string =>
  new URL(href, `file:///docs/${folder}/`).href.slice('file:///'.length)

/** Pages that documents name by their address, as `/traces`: on the site such a name leads there. */
export const NAMED_PAGES: readonly string[] = [
  ...['/portal', '/portal/compose', '/traces', '/subscriptions', '/browse', '/connect', '/admin', '/admin/audit'],
  ...[
    '/tools',
    '/tools/jwt',
    '/tools/keys',
    '/tools/assertion',
    '/tools/pkce',
    '/tools/fhir',
    '/docs/api',
    '/docs/errors',
  ],
]
