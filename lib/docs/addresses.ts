// Fills the examples in the documents with the reader's own addresses and app.

/** The reader's domain and app, which take the place of those in examples. */
export interface OwnAddresses {
  readonly publicUrl: string
  /** AUTH_URL: the authorization server. */
  readonly issuer: string
  /** BASE_URL with /fhir/DEFAULT. */
  readonly fhirBase: string
  /** An app that the reader has connected. */
  readonly clientId?: string | undefined
}

/** The domain in the documents' examples: that of `npm start` without settings. */
const EXAMPLE_DOMAIN = 'http://localhost:3000'
/** The app that the documents have in their examples. */
const EXAMPLE_APP = 'my-app'

/** True for a code block about another machine, marked after its fence: YAML, or `as-is`. */
export const isAsItIs = (lang: string): boolean => lang === 'yaml' || / as-is$/.test(lang)

const BLOCK = /^ *```([^\n]*)\n[\s\S]*?^ *```$/gm

/** A document without its blocks that are about another machine. */
const aboutThisDomain = (markdown: string): string =>
  markdown.replace(BLOCK, (block, lang: string) => (isAsItIs(lang.trim()) ? '' : block))

/** Which of the reader's own values appear in a document's examples: addresses, or also an app. */
export function ownIn(markdown: string, hasApp: boolean): 'nothing' | 'addresses' | 'app' {
  const text = aboutThisDomain(markdown)
  if (hasApp && text.search(EXAMPLE_APP_ALONE) >= 0) return 'app'
  return text.includes(EXAMPLE_DOMAIN) ? 'addresses' : 'nothing'
}

const EXAMPLE_APP_ALONE = new RegExp(`(?<![\\w./-])(Device/)?${EXAMPLE_APP}(?![\\w-]|\\.\\w)`, 'g')

/** A text of a document in which the example's domain and app are the reader's own. */
export function withOwnAddresses(text: string, { publicUrl, issuer, fhirBase, clientId }: OwnAddresses): string {
  const pairs = [
    [`${EXAMPLE_DOMAIN}/fhir/DEFAULT`, fhirBase],
    [`${EXAMPLE_DOMAIN}/fhir`, fhirBase.replace(/\/DEFAULT$/, '')],
    [`${EXAMPLE_DOMAIN}/oauth2`, `${issuer}/oauth2`],
    [EXAMPLE_DOMAIN, publicUrl],
  ] as const
  const own = pairs.reduce(
    (sofar, [example, ours]) =>
      sofar.replaceAll(example, ours).replaceAll(encodeURIComponent(example), encodeURIComponent(ours)),
    text,
  )
  return clientId === undefined ? own : own.replace(EXAMPLE_APP_ALONE, (_, device = '') => `${device}${clientId}`)
}
