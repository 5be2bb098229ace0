// References between the entries of a transaction (FHIR R4 http.html#trules). A reference to the fullUrl of a new
// entry, or to the one resource that meets some criteria, is replaced with the address of that resource.
import type { Steps } from '#lib/async/steps.ts'
import { linking, type Relink } from '#lib/fhir/links.ts'
import { FhirError } from '../outcome.ts'

/**
 * The text of a resource, with each fullUrl that has an address replaced by it. `fullUrl` is the fullUrl of the
 * enclosing entry; relative references are resolved against its base (FHIR R4 bundle.html#references).
 */
export function* addressing(
  text: string,
  fullUrl: string | undefined,
  addresses: ReadonlyMap<string, string>,
): Steps<string> {
  if (!mayHave(text, addresses)) return text
  const [, base] = RESTFUL.exec(fullUrl ?? '') ?? []
  const relink: Relink = (link, kind) =>
    addresses.get(keyOf(link)) ??
    (base !== undefined && kind === 'reference' ? addresses.get(`${base}${link}`) : undefined)
  return yield* linking(text, { mayBe: (link) => relink(link, 'reference') !== undefined, relink })
}

const RESTFUL = /^(https?:\/\/.*\/)[A-Z][A-Za-z]{1,63}\/[A-Za-z0-9\-.]{1,64}$/

/** Most resources refer to no other entry, and parsing takes longer than everything else here. */
const mayHave = (text: string, addresses: ReadonlyMap<string, string>): boolean =>
  addresses.size > 0 && (URN.test(text) || [...addresses.keys()].some((key) => !URN.test(key)))

const URN = /urn:/i

/** The hexadecimal digits of a UUID may be in either case. */
export const keyOf = (fullUrl: string): string => (isUrn(fullUrl) ? fullUrl.toLowerCase() : fullUrl)

/** True for a name that is not an address, such as urn:uuid:…. */
export const isUrn = (fullUrl: string): boolean => /^urn:/i.test(fullUrl)

const CONDITIONAL = /^([A-Z][A-Za-z]{1,63})\?(.*)$/s

/** True if the text may contain a conditional reference. */
export const mayBeConditional = (text: string): boolean => /"[A-Z][A-Za-z]{1,63}\?/.test(text)

/**
 * The text with each conditional reference replaced by `Type/id`. `find` returns the id of the one resource that meets
 * the criteria, or undefined if there is none. Throws FhirError 412 for none, and whatever `find` throws.
 */
export function* resolving(text: string, find: (type: string, query: string) => string | undefined): Steps<string> {
  if (!mayBeConditional(text)) return text
  const relink: Relink = (link, kind) => {
    const [, type = '', query = ''] = (kind === 'reference' && CONDITIONAL.exec(link)) || []
    if (type === '') return undefined
    const id = find(type, query)
    if (id === undefined)
      throw new FhirError(
        412,
        'not-found',
        `The conditional reference ${type}?${query} matches no resource that this client may read.`,
      )
    return `${type}/${id}`
  }
  return yield* linking(text, { mayBe: (link) => CONDITIONAL.test(link), relink })
}
