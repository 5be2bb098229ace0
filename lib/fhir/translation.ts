// Texts of a record in another language than its own (FHIR R4 extension-translation.html): an extension on the text itself.
import type { Language } from '../i18n/language.ts'

const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation'

interface Extension {
  readonly url?: unknown
  readonly extension?: readonly Extension[]
  readonly valueCode?: unknown
  readonly valueString?: unknown
}

/** A text with its Dutch translation, as members of a resource. */
export const withDutch = <Name extends string>(name: Name, text: string, dutch: string) => ({
  [name]: text,
  [`_${name}`]: {
    extension: [
      {
        url: TRANSLATION,
        extension: [
          { url: 'lang', valueCode: 'nl' },
          { url: 'content', valueString: dutch },
        ],
      },
    ],
  },
})

/** The texts that pages show of tasks, activities and Subscriptions; those of an app are the names of its Device. */
const SHOWN = ['title', 'description', 'reason'] as const

/** A resource with these texts in a language, where it has a translation; otherwise as it is. */
export function inLanguage<Resource extends Readonly<Record<string, unknown>>>(
  resource: Resource,
  language: Language,
): Resource {
  const translated: (readonly [string, unknown])[] = SHOWN.flatMap((name) => {
    const text = translationOf(resource[`_${name}`], language)
    return text === undefined ? [] : [[name, text]]
  })
  const names = deviceNames(resource['deviceName'], language)
  if (names) translated.push(['deviceName', names])
  return translated.length === 0 ? resource : { ...resource, ...Object.fromEntries(translated) }
}

/** The names of an app's Device; undefined where none has a translation. */
function deviceNames(names: unknown, language: Language): readonly unknown[] | undefined {
  if (!Array.isArray(names)) return undefined
  const inWords = names.map((one) => translationOf((one as { readonly _name?: unknown } | null)?._name, language))
  if (inWords.every((name) => name === undefined)) return undefined
  return names.map((one, at) => (inWords[at] === undefined ? one : { ...one, name: inWords[at] }))
}

function translationOf(companion: unknown, language: Language): string | undefined {
  for (const { url, extension } of extensionsIn(companion)) {
    if (url !== TRANSLATION) continue
    const parts = extensionsIn({ extension })
    const partOf = (name: string) => parts.find((part) => part.url === name)
    const content = partOf('content')?.valueString
    if (partOf('lang')?.valueCode === language && typeof content === 'string') return content
  }
  return undefined
}

/** The extensions of anything: a record of somebody else may have anything in their place. */
function extensionsIn(holder: unknown): readonly Extension[] {
  const held = (holder as { readonly extension?: unknown } | null | undefined)?.extension
  return Array.isArray(held) ? held.filter((one) => typeof one === 'object' && one !== null) : []
}
