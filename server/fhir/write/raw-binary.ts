// A Binary written as what it is: a body of any media type but FHIR's becomes its data (FHIR R4 binary.html#rest).
import type { WriteExchange } from '../exchange.ts'
import { isMediaType } from '../http/binary.ts'
import { FhirError } from '../outcome.ts'
import { assertPlain, bytesOf } from './body.ts'

/** FHIR's own formats, in which a body is a resource, and XML, which is not read here. */
const OF_FHIR = /^(?:application\/(?:fhir\+)?(?:json|xml)|text\/(?:json|xml))\s*(?:;|$)/i

/** True for a body that is not the resource. */
export const isRaw = (type: string, headers: Headers): boolean => {
  const sent = headers.get('content-type')
  return type === 'Binary' && sent !== null && isMediaType(sent) && !OF_FHIR.test(sent)
}

/** Members of a Binary before its data take less, whatever their values. */
const BESIDE_DATA = 2048

/** The text of the Binary that a body stands for, with an id if it has one. Throws FhirError: 413, 415. */
export async function rawBinary({ headers, request, deps }: WriteExchange, id: string | undefined): Promise<string> {
  assertPlain(headers)
  const { resource } = deps.writes.limits
  const bytes = await bytesOf(request, Math.max(0, Math.floor((resource - BESIDE_DATA) / 4) * 3))
  if (bytes.byteLength === 0) throw new FhirError(400, 'required', 'The body must have the bytes of the Binary.')
  const context = headers.get('x-security-context')
  return JSON.stringify({
    resourceType: 'Binary',
    id,
    contentType: headers.get('content-type'),
    ...(context === null ? {} : { securityContext: { reference: context } }),
    data: Buffer.from(bytes).toString('base64'),
  })
}
