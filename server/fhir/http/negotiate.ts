// Content negotiation: JSON under any of its names (FHIR R4 http.html §3.1.0.1.11, RFC 9110 §12.5.1).
import type { Params } from '#lib/http/params.ts'
import { FhirError, shown } from '../outcome.ts'
import { single } from '../request.ts'

/** The names of JSON, the one of FHIR first. */
export const FORMATS = ['application/fhir+json', 'application/json', 'text/json'] as const

export type Format = (typeof FORMATS)[number]

/** Values of _format. A plus in a query arrives as a space, so both are accepted. */
const FORMAT_NAMES: Readonly<Record<string, Format>> = {
  json: 'application/fhir+json',
  'application/fhir+json': 'application/fhir+json',
  'application/fhir json': 'application/fhir+json',
  'application/json': 'application/json',
  'text/json': 'text/json',
}

const FHIR_VERSIONS = ['4.0', '4.0.1']

/** The format to answer in; _format wins over Accept. Throws FhirError: 406. */
export function negotiate(accept: string | null, params: Params): Format {
  const requested = single(params, '_format')
  const format = requested === undefined ? acceptedFormat(accept) : formatNamed(requested)
  if (format) return format
  const came =
    requested === undefined ? `Accept asked for ${shown(accept ?? '')}` : `_format asked for ${shown(requested)}`
  const parameter = requested === undefined ? {} : { parameter: '_format' }
  throw new FhirError(
    406,
    'not-supported',
    `This server answers only in ${FORMATS[0]} of FHIR 4.0; ${came}.`,
    parameter,
  )
}

function formatNamed(name: string): Format | undefined {
  const { type, params } = mediaRange(name)
  return isOurVersion(params) && Object.hasOwn(FORMAT_NAMES, type) ? FORMAT_NAMES[type] : undefined
}

interface MediaRange {
  readonly type: string
  readonly params: ReadonlyMap<string, string>
}

/** Older versions of Java send a lone asterisk for any type, beside the range that RFC 9110 has for it. */
function mediaRange(text: string): MediaRange {
  const [type = '', ...params] = text.split(';').map((part) => part.trim())
  const pairs = params.map((param): [string, string] => {
    const [name = '', value = ''] = param.split('=')
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')]
  })
  return { type: type === '*' ? '*/*' : type.toLowerCase(), params: new Map(pairs) }
}

const isOurVersion = (params: ReadonlyMap<string, string>): boolean =>
  !params.has('fhirversion') || FHIR_VERSIONS.includes(params.get('fhirversion') ?? '')

/** The acceptable format with the highest quality; between equals, the order of FORMATS decides. */
function acceptedFormat(accept: string | null): Format | undefined {
  if (accept === null || accept.trim() === '') return FORMATS[0]
  const exact = FORMATS.find((format) => format === accept)
  if (exact) return exact
  const ranges = rangesOf(accept)
  let best: { readonly format: Format; readonly quality: number } | undefined
  for (const format of FORMATS) {
    const quality = qualityOf(format, ranges)
    if (quality > (best?.quality ?? 0)) best = { format, quality }
  }
  return best?.format
}

/** The media ranges of Accept that can be met; any type if there is no such header. */
export const rangesOf = (accept: string | null): readonly MediaRange[] =>
  (accept?.trim() || '*/*')
    .split(',')
    .map(mediaRange)
    .filter(({ params }) => isOurVersion(params))

/** The quality that the most specific matching range gives a media type; 0 when none matches. */
export function qualityOf(format: string, ranges: readonly MediaRange[]): number {
  const group = `${format.slice(0, format.indexOf('/'))}/*`
  for (const name of [format, group, '*/*']) {
    const fitting = ranges.filter(({ type }) => type === name)
    if (fitting.length > 0) return Math.max(...fitting.map(({ params }) => quality(params.get('q'))))
  }
  return 0
}

/** Also `.2` of older versions of Java, and more digits than RFC 9110 §12.4.2 has. */
function quality(q: string | undefined): number {
  if (q === undefined) return 1
  return /^(0?\.\d+|0\.?|1(\.0*)?)$/.test(q) ? Number(q) : 0
}
