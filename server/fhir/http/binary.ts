// A Binary as what it is: its bytes in their own media type, in place of the resource around them (FHIR R4 binary.html#rest).
import { members } from '#lib/fhir/json-text.ts'
import type { Params } from '#lib/http/params.ts'
import { FhirError, shown } from '../outcome.ts'
import type { Result } from '../result.ts'
import { FORMATS, type Format, negotiate, qualityOf, rangesOf } from './negotiate.ts'

/** A media type that may be sent as a header (RFC 9110 §8.3.1). */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\x20\x21\x23-\x5B\x5D-\x7E]*"))*$/

/** True for a text that names a media type. */
export const isMediaType = (text: string): boolean => text.length <= LONGEST_TYPE && MEDIA_TYPE.test(text)

const LONGEST_TYPE = 200
/** What is stored with a contentType that names none, is any bytes. */
const ANY_BYTES = 'application/octet-stream'

interface Asked {
  readonly accept: string | null
  readonly params: Params
}

/**
 * The answer to a read of a Binary: its bytes, unless the client names a format of FHIR. `result` has the resource.
 * Throws FhirError 406.
 */
export function negotiated(
  result: Result,
  { accept, params }: Asked,
): { readonly result: Result; readonly format: Format } {
  // Parameters are about the resource: a part of it, or its format.
  if (params.entries.length > 0) return { result, format: negotiate(accept, params) }
  const binary = contentOf(String(result.body))
  const ranges = rangesOf(accept)
  const named = ranges.filter(({ type }) => (FORMATS as readonly string[]).includes(type))
  const asResource = Math.max(0, ...FORMATS.map((format) => qualityOf(format, named)))
  const exactly = ranges.filter(({ type }) => type === essenceOf(binary.type))
  const asBytes = qualityOf(essenceOf(binary.type), asResource > 0 ? exactly : ranges)
  if (asResource > 0 && asResource >= asBytes) return { result, format: negotiate(accept, params) }
  if (asBytes > 0) return { result: { ...result, ...binary.sent() }, format: FORMATS[0] }
  throw new FhirError(
    406,
    'not-supported',
    `This Binary is ${binary.type}, and can be had as ${FORMATS[0]}; Accept asked for ${shown(accept ?? '')}.`,
  )
}

const essenceOf = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()

function contentOf(text: string) {
  const found = new Map<string, string>()
  for (const { name, valueStart, end } of members(text)) found.set(name, text.slice(valueStart, end))
  const read = (name: string): unknown => JSON.parse(found.get(name) ?? 'null')
  const contentType = read('contentType')
  const type = typeof contentType === 'string' && isMediaType(contentType) ? contentType : ANY_BYTES
  return {
    type,
    sent: (): Pick<Result, 'body' | 'media' | 'context'> => {
      const { reference } = (read('securityContext') ?? {}) as { readonly reference?: unknown }
      return {
        body: new Uint8Array(Buffer.from(found.get('data') ?? '', 'base64')),
        media: type,
        ...(typeof reference === 'string' && VISIBLE.test(reference) ? { context: reference } : {}),
      }
    },
  }
}

const VISIBLE = /^[\x21-\x7E]+$/
