// What a room offers to another says what it is: its shape, its unit, the errors that it throws, and its source.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const FOLDERS = ['app', 'components', 'lib', 'server']
const DECLARED = /^export (?:async |abstract )?(function|const|interface|type|class) (\w+)/
/** A type that is only a name for the shape or a part of a declaration, which says the rest. */
const NAMED_PART =
  /^export type \w+ =\s*(?:[\w.]+<typeof \w+>|keyof typeof \w+|\(typeof \w+\)\[number\]|\w+(?:<.*>)?\[.*\])/
const IMPORTED = /^import (?:type )?\{([^}]*)\} from '([^']+)'/gm

interface Declared {
  readonly name: string
  readonly isValue: boolean
  readonly says: boolean
}

const sources = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
)

/** `server/oauth`, `lib/fhir`, `components/portal`; `app` is one room. */
const roomOf = (file: string) => (file.startsWith('app/') ? 'app' : file.split('/').slice(0, 2).join('/'))

function declaredIn(file: string): readonly Declared[] {
  const lines = sources.get(file)?.split('\n') ?? []
  return lines.flatMap((line, at) => {
    const [, kind, name] = DECLARED.exec(line) ?? []
    if (name === undefined) return []
    const says = lines[at - 1]?.trimEnd().endsWith('*/') === true || NAMED_PART.test(line)
    return [{ name, isValue: kind !== 'interface' && kind !== 'type', says }]
  })
}

/** The names that files of other rooms import from each file. */
function usedElsewhere(): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>()
  for (const [file, text] of sources)
    for (const [, names = '', from = ''] of text.matchAll(IMPORTED)) {
      const target = from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(file), from)
      if (!sources.has(target) || roomOf(target) === roomOf(file)) continue
      const known = used.get(target) ?? new Set()
      for (const name of names.split(','))
        known.add(
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
        )
      used.set(target, known)
    }
  return used
}

/** A component is the subject of its file, and so are the texts of a screen: the first line of the file is about it. */
const isSubject = (file: string, { isValue }: Declared): boolean =>
  isValue && file.startsWith('components/') && declaredIn(file).filter((one) => one.isValue).length === 1

it('every export that another room uses has a docstring', () => {
  const used = [...usedElsewhere()]
  const silent = used.flatMap(([file, names]) =>
    declaredIn(file)
      .filter((one) => names.has(one.name) && !one.says && !isSubject(file, one))
      .map(({ name }) => `${file}: ${name}`),
  )
  expect(used.flatMap(([, names]) => [...names]).length).toBeGreaterThan(1000)
  expect(silent).toEqual([])
})

it('every file begins with what it is', () => {
  const silent = [...sources].filter(([, text]) => !/^(?:'use (?:client|server)'\n+|#!.*\n)?\s*\/[/*]/.test(text))
  expect(silent.map(([file]) => file)).toEqual([])
})
