// Long strings of a resource, such as the data of a document, which pages leave out until a person asks for them.
// They are replaced by their length and a digest, which distinguishes two of them.

/** Strings of more characters are left out: more than a person reads in one go, and than most narratives have. */
export const LONGEST_SHOWN = 64 * 1024

/** The replacement of a string of that many characters. */
export const leftOutMark = (characters: number, digest: string): string =>
  `… ${characters} characters left out, SHA-256 ${digest} …`

const MARK = /^… (\d{1,12}) characters left out, SHA-256 [0-9a-f]{16} …$/

/** A string that was left out. */
export interface LeftOut {
  /** Its path in FHIR with indexes, such as `DocumentReference.content[0].attachment.data`. */
  readonly path: string
  /** The media type of the same element. */
  readonly contentType: string | undefined
  /** In characters, as it is written. */
  readonly characters: number
  /** True for base64, of which three bytes take four characters. */
  readonly isData: boolean
}

/** The strings that were left out of a resource. */
export function leftOutOf(resource: Readonly<Record<string, unknown>>): readonly LeftOut[] {
  return within(resource, String(resource['resourceType'] ?? ''))
}

function within(value: object, path: string): readonly LeftOut[] {
  const beside = (value as { readonly contentType?: unknown }).contentType
  return Object.entries(value).flatMap(([name, member]): readonly LeftOut[] => {
    const place = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`
    if (typeof member === 'object' && member !== null) return within(member, place)
    const characters = typeof member === 'string' ? MARK.exec(member)?.[1] : undefined
    if (characters === undefined) return []
    const contentType = typeof beside === 'string' ? beside : undefined
    return [{ path: place, contentType, characters: Number(characters), isData: name === 'data' }]
  })
}
