// Display names: HumanName and deviceName of FHIR R4 as one line of text.

/** Qualifier of a part of a name: IN for an initial, BR for a birth name (HL7 v3 EntityNamePartQualifier). */
const QUALIFIER = 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-qualifier'
const INITIAL = 'IN'

interface GivenExtension {
  readonly extension?: readonly ({ readonly url?: string; readonly valueCode?: string } | null)[]
}

interface HumanName {
  readonly use?: string
  readonly text?: string
  readonly family?: string
  readonly given?: readonly unknown[]
  readonly _given?: readonly (GivenExtension | null)[]
  readonly prefix?: readonly unknown[]
  readonly suffix?: readonly unknown[]
}

type Resource = { readonly name?: unknown; readonly deviceName?: unknown }

/** Best first; names that are not in use any more do not count while there is another. */
const USES: readonly (string | undefined)[] = [
  'official',
  'usual',
  undefined,
  'nickname',
  'temp',
  'anonymous',
  'maiden',
  'old',
]

/** The name of a person, the official one first; undefined when there is none. */
export function humanName(resource: Resource): string | undefined {
  return arrayOf<HumanName>(resource.name)
    .toSorted((a, b) => rank(a.use) - rank(b.use))
    .map(written)
    .find((name) => name !== '')
}

/** The family names of a person other than that of `humanName`: a birth name, one of before. A search by name finds and sorts by each. */
export function otherFamilyNames(resource: Resource): readonly string[] {
  const names = arrayOf<HumanName>(resource.name).toSorted((a, b) => rank(a.use) - rank(b.use))
  const shown = texts([names.find((name) => written(name) !== '')?.family])
  return [...new Set(names.flatMap(({ family }) => texts([family])))].filter((family) => !shown.includes(family))
}

/** The name of an application's Device, the user-friendly one first (profile KT2Device). */
export function deviceName(resource: Resource): string | undefined {
  const names = arrayOf<{ readonly name?: unknown; readonly type?: unknown }>(resource.deviceName)
  const best = names.find(({ type }) => type === 'user-friendly-name') ?? names[0]
  return typeof best?.name === 'string' && best.name.trim() !== '' ? best.name.trim() : undefined
}

const rank = (use: string | undefined) => {
  const at = USES.indexOf(use)
  return at < 0 ? USES.length : at
}

function written(name: HumanName): string {
  const parts = [...texts(name.prefix), ...givenNames(name), ...texts([name.family]), ...texts(name.suffix)]
  return parts.length > 0 ? parts.join(' ') : (texts([name.text])[0] ?? '')
}

/** Given names without the initials, unless there is nothing else. Entries may be null: `_given` then has the rest. */
function givenNames({ given, _given }: HumanName): readonly string[] {
  const parts = arrayWithGaps(given).map((text, index) => ({ text, initial: isInitial(arrayWithGaps(_given)[index]) }))
  const full = texts(parts.filter(({ initial }) => !initial).map(({ text }) => text))
  return full.length > 0 ? full : texts(parts.map(({ text }) => text))
}

const isInitial = (part: unknown): boolean =>
  arrayOf<{ readonly url?: string; readonly valueCode?: string }>(
    (part as GivenExtension | null | undefined)?.extension,
  ).some(({ url, valueCode }) => url === QUALIFIER && valueCode === INITIAL)

const arrayWithGaps = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The objects in an array that may contain nulls, or may be no array: resources come from elsewhere. */
const arrayOf = <T extends object>(value: unknown): readonly T[] =>
  arrayWithGaps(value).filter((item): item is T => typeof item === 'object' && item !== null)

const texts = (values: unknown): readonly string[] =>
  arrayWithGaps(values).flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []))
