// The formats of FHIR R4's primitive types in JSON (datatypes.html §2.24.0.1).
import { isString } from '../text.ts'
import { isResourceId } from './reference.ts'

type Check = (value: unknown) => boolean

const text =
  (test: (value: string) => boolean): Check =>
  (value) =>
    typeof value === 'string' && isString(value) && test(value)

const matching = (pattern: RegExp): Check => text((value) => pattern.test(value))

const MOST_32_BITS = 2_147_483_647

const wholeNumber =
  (least: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MOST_32_BITS

const DATE = /^(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/
const DATE_TIME =
  /^(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)))?)?)?$/
const INSTANT_LENGTH = 'YYYY-MM-DDThh:mm:ssZ'.length

/** True when the month has that day: the patterns let each month have 31. */
function isDay(value: string): boolean {
  const day = Number(value.slice(8, 10))
  if (day <= 28) return true
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))]
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const date = text((value) => DATE.test(value) && isDay(value))
const dateTime = text((value) => DATE_TIME.test(value) && isDay(value))
/** R4 advises against white space alone and against control characters, and takes both; JSON has whole characters. */
const string: Check = (value) => typeof value === 'string' && value !== '' && !/\u0000|\p{Surrogate}/u.test(value)
const uri = matching(/^\S+$/)

/** Tests if a JSON value is of a primitive type, by the type's name. */
export const PRIMITIVES: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['base64Binary', matching(/^[A-Za-z0-9+/=\s]+$/)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['canonical', uri],
  ['code', matching(/^\S+(?: \S+)*$/)],
  ['date', date],
  ['dateTime', dateTime],
  ['decimal', (value) => typeof value === 'number'],
  ['id', text(isResourceId)],
  ['instant', text((value) => value.length >= INSTANT_LENGTH && dateTime(value))],
  ['integer', wholeNumber(-MOST_32_BITS - 1)],
  ['markdown', string],
  ['oid', matching(/^urn:oid:[0-2](?:\.(?:0|[1-9]\d*))+$/)],
  ['positiveInt', wholeNumber(1)],
  ['string', string],
  ['time', matching(/^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?$/)],
  ['unsignedInt', wholeNumber(0)],
  ['uri', uri],
  ['url', uri],
  ['uuid', matching(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)],
  ['xhtml', matching(/\S/)],
])
