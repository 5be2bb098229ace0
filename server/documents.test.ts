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
