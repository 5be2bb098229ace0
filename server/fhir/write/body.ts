// Reads the body of a write: a supported media type, complete, in UTF-8 and within the size limit.
import { PATCH_TYPES } from '#lib/fhir/patch/media-types.ts'
import { bodyBytes } from '#lib/http/params.ts'
import { FhirError, sentAs } from '../outcome.ts'

/** Media types accepted for a resource. */
export const RESOURCE_TYPES = ['application/fhir+json', 'application/json'] as const
/** The value of Accept-Patch (RFC 5789 §3.1). */
export const ACCEPT_PATCH = PATCH_TYPES.join(', ')

const FHIR_VERSIONS = ['4.0', '4.0.1']

/**
 * The media type of the body, one of `types`. Throws FhirError 415 for any other type, a charset other than UTF-8, a
 * FHIR version other than R4, and any content coding: this server decompresses nothing (conformance LIM-19).
 */
export function contentType<Type extends string>(headers: Headers, types: readonly Type[], more = {}): Type {
  assertPlain(headers)
  const [name = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const type = types.find((known) => known === name.trim())
  if (type !== undefined && parameters.every(isFit)) return type
  throw new FhirError(
    415,
    'not-supported',
    `The body must be ${types.join(' or ')}, in UTF-8 and of FHIR 4.0; ${sentAs(headers)}.`,
    more,
  )
}

/** Throws FhirError 415 for any content coding. */
export function assertPlain(headers: Headers): void {
  if ((headers.get('content-encoding') ?? 'identity').trim().toLowerCase() === 'identity') return
  throw new FhirError(415, 'not-supported', 'Send the body without Content-Encoding.', {
    headers: { 'accept-encoding': 'identity' },
  })
}

function isFit(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=').map((part) => part.trim().replace(/^"(.*)"$/, '$1'))
  if (name === 'charset') return value === 'utf-8' || value === 'utf8'
  return name !== 'fhirversion' || FHIR_VERSIONS.includes(value)
}

/**
 * The text of a body of at most `limit` bytes. Throws FhirError: 413 if it is longer, 400 if it is not UTF-8 or the
 * client hung up.
 */
export const bodyText = async (request: Request, limit: number): Promise<string> => utf8(await bytesOf(request, limit))

/** The bytes of a body of at most `limit`. Throws FhirError as `bodyText`. */
export async function bytesOf(request: Request, limit: number): Promise<Uint8Array> {
  const bytes = await bodyBytes(request, limit).catch((cause: unknown) => {
    if (cause instanceof TypeError) throw cause
    throw new FhirError(400, 'structure', 'The body is incomplete.', { cause })
  })
  if (!bytes) throw tooLong(limit)
  return bytes
}

/** The refusal of a body, or of the resource in an entry, of more than `limit` bytes (conformance LIM-13). */
export const tooLong = (limit: number, expression?: string): FhirError =>
  new FhirError(413, 'too-long', `At most ${limit} bytes are accepted.`, { expression })

/** Keeps a byte order mark, so that it is refused as invalid JSON. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function utf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new FhirError(400, 'structure', 'The body is not valid UTF-8.')
  }
}
