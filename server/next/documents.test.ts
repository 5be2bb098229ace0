import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_FOLDERS, findDocument, listDocuments } from './documents.ts'

describe('the documents of the project', () => {
  it.each(DOCUMENT_FOLDERS)('are listed with their titles: %s', async (folder) => {
    const documents = await listDocuments(folder)
    expect(documents.length).toBeGreaterThan(0)
    for (const { name, title } of documents) {
      expect(title).not.toBe(name)
      expect(await findDocument(folder, name)).toContain(`# ${title}`)
    }
  })

  it.each([
    ['how-to', '../decisions/0004-keys'],
    ['how-to', '..'],
    ['..', 'README'],
    ['how-to', 'nothing'],
    ['reference', 'conformance-rows'],
    ['how-to', '__proto__'],
  ])('are the only files that can be read: not %s/%s', async (folder, name) => {
    expect(await findDocument(folder, name)).toBeUndefined()
  })
})

describe('the conformance rows that documents name', () => {
  it.each(['reference/conformance-suites.md', 'reference/not-applicable.tsv'])('are there: %s', (file) => {
    const idsIn = (name: string) => new Set(readFileSync(`docs/${name}`, 'utf8').match(/\b[A-Z]{3}-\d{2}\b/g))
    const rows = idsIn('reference/conformance-rows.tsv')
    expect(idsIn(file).size).toBeGreaterThan(0)
    expect([...idsIn(file)].filter((id) => !rows.has(id))).toEqual([])
  })
})
