// Files for an import that is killed repeatedly: resources, some of them with several contents, far apart.
import { writeFileSync } from 'node:fs'
import path from 'node:path'

export interface ImportFile {
  readonly file: string
  /** The resources of the lines, in order. */
  readonly lines: readonly Line[]
}

export interface Line {
  readonly id: string
  readonly text: string
}

/** Of these resources one in three changes, and one in six changes back: A, A B, or A B A. */
const contentsOf = (n: number): readonly number[] => (n % 6 === 0 ? [1, 2, 1] : n % 3 === 0 ? [1, 2] : [1])

/** Writes a file of patients. Every file has resources of its own, and changes some of the file before it. */
export function writeImportFile(directory: string, number: number, resources: number): ImportFile {
  const own = Array.from({ length: resources }, (_, n) => ({ id: `crash-${number}-${n}`, contents: contentsOf(n) }))
  const others = Array.from({ length: number > 1 ? Math.floor(resources / 10) : 0 }, (_, n) => ({
    id: `crash-${number - 1}-${n * 7}`,
    contents: [number * 10, 1],
  }))
  // All first contents, then all second ones, then all third ones: runs are as long as the file.
  const lines = [0, 1, 2].flatMap((turn) =>
    [...own, ...others].flatMap(({ id, contents }) => {
      const content = contents[turn]
      return content === undefined ? [] : [{ id, text: patient(id, content) }]
    }),
  )
  const file = path.join(directory, `import-${number}.ndjson`)
  writeFileSync(file, `${lines.map(({ text }) => text).join('\n')}\n`)
  return { file, lines }
}

const patient = (id: string, content: number): string =>
  JSON.stringify({
    resourceType: 'Patient',
    id,
    identifier: [{ system: 'https://example.org/people', value: `${id}-${content}` }],
    active: true,
    name: [{ family: `Family ${content}`, given: ['Given', id] }],
    birthDate: `19${String(10 + (content % 80)).padStart(2, '0')}-01-01`,
    text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${`${id} `.repeat(60)}</div>` },
  })
