// Comments and test titles cite sources that a reader can look up: standards, conformance rows and the documents of this project.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Labels of decisions and of a description that are not part of the project. */
const UNKNOWN_SOURCE = /\bSEED\b|\b(?:decisions?|conformance) E\d+|'(?:[A-Z]{3}-\d{2} )*E\d{1,2} /
const FOLDERS = ['lib', 'components', 'bench', 'e2e', 'scripts', 'server']

const rowIds = new Set(readFileSync('docs/reference/conformance-rows.tsv', 'utf8').match(/^[A-Z]{3}-\d{2}(?=\t)/gm))

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
).filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.includes('node_modules'))

describe('citations', () => {
  it('name sources that are there', () => {
    const citing = sources.filter(
      (file) => !file.endsWith('citations.test.ts') && UNKNOWN_SOURCE.test(readFileSync(file, 'utf8')),
    )
    expect(sources.length).toBeGreaterThan(900)
    expect(citing).toEqual([])
  })

  it('of conformance rows name rows that are there', () => {
    const unknown = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bconformance ([A-Z]{3}-\d{2})\b/g)]
        .map(([, id]) => id ?? '')
        .filter((id) => !rowIds.has(id))
        .map((id) => `${file}: ${id}`),
    )
    expect(unknown).toEqual([])
  })
})
