// The sentences of the validation (lib/fhir/validation) in Dutch. The FHIR API speaks English; the editor finds the same problems while
// one types, and tells the usual ones in the language of the page.

type Pattern = readonly [RegExp, (...found: string[]) => string]

const isValid = (text: string): string => `is geen geldige ${text}`

/** After the name of the element. */
const REASONS: readonly Pattern[] = [
  [/^is missing$/, () => 'ontbreekt'],
  [/^is empty$/, () => 'is leeg'],
  [/^has only nulls$/, () => 'heeft alleen null'],
  [/^is not an object$/, () => 'is geen object'],
  [/^is nested too deeply$/, () => 'is te diep genest'],
  [/^must be an array$/, () => 'moet een array zijn'],
  [/^must not be an array$/, () => 'mag geen array zijn'],
  [/^is not an element of (\S+)$/, (type) => `is geen element van ${type}`],
  [/^is not a valid (\S+)$/, isValid],
  [/^is a second choice of (\S+)$/, (name) => `is een tweede keuze voor ${name}`],
  [/^is neither Type\/id, a URL nor a #fragment$/, () => 'is geen Type/id, geen URL en geen #fragment'],
  [/^is not the type of (\S+)$/, (reference) => `is niet het type van ${reference}`],
  [/^is not a code of (.+)$/, (list) => `is geen code van ${list}`],
  [/^is not one of (.+)$/, (codes) => `is niet een van ${codes}`],
  [/^must be one of (.+)$/, (codes) => `moet een van deze zijn: ${codes}`],
  [/^must be (\S+), as in the address of the record$/, (id) => `moet ${id} zijn, zoals in het adres van het dossier`],
  [/^must be (\S+)$/, (value) => `moet ${value} zijn`],
  [/^has no content$/, () => 'heeft geen inhoud'],
  [/^has an id and nothing else$/, () => 'heeft een id en verder niets'],
  [/^has a value, but no system$/, () => 'heeft een value, maar geen system'],
  [/^has data, but no contentType$/, () => 'heeft data, maar geen contentType'],
  [/^has a unit code, but no system$/, () => 'heeft een code voor de eenheid, maar geen system'],
  [/^starts after its end$/, () => 'begint na het einde'],
  [/^is not used$/, () => 'wordt niet gebruikt'],
]

/** What a value should look like, as primitive-values.ts lists it. */
const FORMS: Readonly<Record<string, string>> = {
  'base64 such as "TWFyaWprZQ=="': 'base64, zoals "TWFyaWprZQ=="',
  'true or false without quotes': 'true of false zonder aanhalingstekens',
  'a code without leading, trailing or double spaces': 'een code zonder spaties vooraan, achteraan of dubbel',
  '1980, 1980-01 or 1980-01-31': '1980, 1980-01 of 1980-01-31',
  '1980, 1980-01, 1980-01-31 or 1980-01-31T12:00:00+01:00': '1980, 1980-01, 1980-01-31 of 1980-01-31T12:00:00+01:00',
  'a number without quotes': 'een getal zonder aanhalingstekens',
  '1 to 64 letters, digits, dashes or dots': '1 tot 64 letters, cijfers, streepjes of punten',
  'a time with a zone, such as 2026-11-22T12:00:00Z': 'een tijd met een zone, zoals 2026-11-22T12:00:00Z',
  'a whole number from -2147483648 to 2147483647, without quotes':
    'een geheel getal van -2147483648 tot 2147483647, zonder aanhalingstekens',
  'text that is not empty': 'tekst die niet leeg is',
  'a whole number from 1 to 2147483647, without quotes':
    'een geheel getal van 1 tot 2147483647, zonder aanhalingstekens',
  'a time such as 12:00:00': 'een tijd, zoals 12:00:00',
  'a whole number from 0 to 2147483647, without quotes':
    'een geheel getal van 0 tot 2147483647, zonder aanhalingstekens',
  'a URI without spaces': 'een URI zonder spaties',
}

const VALUES: Readonly<Record<string, string>> = {
  'an empty array': 'een lege array',
  'an array': 'een array',
  'an empty object': 'een leeg object',
  'an object': 'een object',
  nothing: 'niets',
}
const valueIn = (text: string): string => VALUES[text] ?? text

/** The further sentences. One that is empty ends them. */
const MORE: readonly Pattern[] = [
  [/^Leave it out, or give it a value\.$/, () => 'Laat het weg, of geef een waarde.'],
  [/^Leave it out\.$/, () => 'Laat het weg.'],
  [/^There is already (\S+)\.$/, (name) => `Er is al ${name}.`],
  [/^FHIR R4 calls this rule (\S+)\.$/, (key) => `In FHIR R4 heet deze regel ${key}.`],
  [/^The profile (\S+) requires it\.$/, (profile) => `Het profiel ${profile} eist het.`],
]

/** The value that came and the form that it should have; the value is shown as JSON and may hold any sentence itself. */
const RECEIVED =
  /^It is ("(?:[^"\\]|\\.)*"|an empty array|an array|an empty object|an object|nothing|[-\w.+]+)\.(?: Expected (.+)\.)?$/

/** What the JSON reader expected. */
const EXPECTED: Readonly<Record<string, string>> = {
  'a value': 'een waarde',
  'a colon': 'een dubbele punt',
  'the name of a member in double quotes': 'de naam van een element tussen dubbele aanhalingstekens',
  'the end of the text': 'het einde van de tekst',
  'a comma or }': 'een komma of }',
  'a comma or ]': 'een komma of ]',
}
const JSON_REASONS: Readonly<Record<string, string>> = {
  'expected JSON, found nothing': 'er staat niets',
  'a control character must be escaped': 'een stuurteken moet met een \\ geschreven worden',
  'the text ends within a string': 'de tekst eindigt binnen een string',
  'this escape does not exist in JSON': 'deze schrijfwijze met \\ bestaat niet in JSON',
}
const NOT_JSON = /^This is not JSON, column (\d+): (.+)\.$/
const UNEXPECTED = /^expected ([^,]+), found (.+)$/

/** A sentence of the validation in Dutch; undefined for one that is not told here. */
export function problemInDutch(diagnostics: string): string | undefined {
  const [, column, why] = NOT_JSON.exec(diagnostics) ?? []
  if (column !== undefined && why !== undefined) {
    const reason = notJson(why)
    return reason === undefined ? undefined : `Dit is geen JSON, kolom ${column}: ${reason}.`
  }
  const [, repeated] = /^The member (\S+) is repeated, and readers disagree/.exec(diagnostics) ?? []
  if (repeated !== undefined) return `Het element ${repeated} staat er twee keer: welk telt, verschilt per lezer.`
  const [, strange] = /^The member (\S+) is not an element of FHIR: leave it out\.$/.exec(diagnostics) ?? []
  if (strange !== undefined) return `Het element ${strange} is er niet in FHIR: laat het weg.`
  return ofElement(diagnostics)
}

function notJson(why: string): string | undefined {
  const [, expected = '', found = ''] = UNEXPECTED.exec(why) ?? []
  const wanted = EXPECTED[expected]
  if (wanted === undefined) return JSON_REASONS[why]
  return `verwacht was ${wanted}, er staat ${found === 'the end of the text' ? 'niets meer' : found}`
}

/** `Patient.gender is not a valid code. It is 7. Expected …` */
function ofElement(diagnostics: string): string | undefined {
  const space = diagnostics.indexOf(' ')
  const said = diagnostics.slice(space + 1)
  const end = /\.(?= |$)/.exec(said)?.index ?? -1
  const reason = end < 0 ? undefined : inDutch(REASONS, said.slice(0, end))
  if (reason === undefined) return undefined
  const rest = said.slice(end + 1).trim()
  const more = rest === '' ? '' : furtherIn(rest)
  return more === undefined ? undefined : `${diagnostics.slice(0, space)} ${reason}.${more && ` ${more}`}`
}

function furtherIn(rest: string): string | undefined {
  const [, value, form] = RECEIVED.exec(rest) ?? []
  if (value === undefined) return inDutch(MORE, rest)
  if (form === undefined) return `Er staat ${valueIn(value)}.`
  return FORMS[form] && `Er staat ${valueIn(value)}. Verwacht wordt ${FORMS[form]}.`
}

function inDutch(patterns: readonly Pattern[], text: string): string | undefined {
  for (const [pattern, words] of patterns) {
    const found = pattern.exec(text)
    if (found) return words(...found.slice(1))
  }
  return undefined
}
