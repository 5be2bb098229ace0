// The codes of each value set that R4 binds as required: HL7's own from the table of R4, and what can be said of those
// that others keep.
import { R4_CODES, R4_CONCEPTS } from '../r4-structure.ts'

/** The codes of a value set that is bound as required. */
export interface CodeList {
  /** The code system of which a CodeableConcept must have one; undefined for the list of an element that is a code. */
  readonly system: string | undefined
  readonly has: (code: unknown) => boolean
  /** All of them; undefined where they are not listed here. */
  readonly codes?: readonly string[]
  /** The problem of another code. Follows the name of the element in a sentence. */
  readonly reason: string
  /** True for a list that others than HL7 keep: what is imported need not satisfy it. */
  readonly isOfOthers: boolean
}

/** Codes that are listed in a message; of longer lists only the name of the value set is. */
const CODES_SHOWN = 8

function listed(name: string, codes: readonly string[], system?: string): [string, CodeList] {
  const all: ReadonlySet<unknown> = new Set(codes)
  const expected = codes.length > CODES_SHOWN ? `a code of ${name}` : `one of ${codes.join(', ')}`
  const reason = system === undefined ? `is not ${expected}` : `has no coding of ${system} with ${expected}`
  return [name, { system, has: (code) => all.has(code), codes, reason, isOfOthers: false }]
}

const rowsOf = (table: string): readonly (readonly string[])[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))

/** Of a terminology that is not here only the system is checked. */
const inSystem = (system: string): CodeList => ({
  system,
  has: (code) => typeof code === 'string',
  reason: `has no coding of ${system}`,
  isOfOthers: true,
})

const matching = (pattern: RegExp, reason: string): CodeList => ({
  system: undefined,
  has: (code) => typeof code === 'string' && pattern.test(code),
  reason,
  isOfOthers: true,
})

/** RFC 6838 §4.2, with parameters, and the short names of FHIR's formats, which R4's own examples have (CapabilityStatement.format). */
const MIME_TYPE = /^(?:[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(?: ?;(?: ?[!-~])*)?|xml|json|ttl)$/

/** ISO 4217: all that were in use since R4 was published in 2019, funds, metals and testing included. */
const CURRENCIES = `
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY
COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD
IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC
SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG
XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG ZWL`

/** By the name of the value set. */
export const CODE_LISTS: ReadonlyMap<string, CodeList> = new Map([
  ...rowsOf(R4_CODES).map(([name = '', ...codes]) => listed(name, codes)),
  ...rowsOf(R4_CONCEPTS).map(([name = '', system, ...codes]) => listed(name, codes, system)),
  ['currencies', { ...listed('currencies', CURRENCIES.trim().split(/\s+/))[1], isOfOthers: true }],
  ['mimetypes', matching(MIME_TYPE, 'is not a MIME type')],
  ['ucum-units', inSystem('http://unitsofmeasure.org')],
  ['LL379-9', inSystem('http://loinc.org')],
])
