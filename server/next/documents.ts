// The project's own documents, as markdown below docs/. Only names on the list are read: no address leads elsewhere.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The folders whose documents are pages, under /docs/{folder}/{name}. */
export const DOCUMENT_FOLDERS = ['how-to', 'explanation', 'decisions'] as const

export type DocumentFolder = (typeof DOCUMENT_FOLDERS)[number]

export interface DocumentEntry {
  readonly folder: DocumentFolder
  readonly name: string
  readonly title: string
}

/** The documents of a folder, by name. */
export async function listDocuments(folder: DocumentFolder): Promise<readonly DocumentEntry[]> {
  const files = (await readdir(directoryOf(folder))).filter((file) => file.endsWith('.md')).sort()
  return Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -'.md'.length)
      return { folder, name, title: titleOf(await readFile(path.join(directoryOf(folder), file), 'utf8')) ?? name }
    }),
  )
}

/** The text of a document; undefined when there is none of that name. */
export async function findDocument(folder: string, name: string): Promise<string | undefined> {
  const known = DOCUMENT_FOLDERS.find((candidate) => candidate === folder)
  const entry = known && (await listDocuments(known)).find((document) => document.name === name)
  return entry && readFile(path.join(directoryOf(entry.folder), `${entry.name}.md`), 'utf8')
}

/** The text of its first heading. */
export const titleOf = (markdown: string): string | undefined => /^# (.+)$/m.exec(markdown)?.[1]

const directoryOf = (folder: DocumentFolder): string => path.join(process.cwd(), 'docs', folder)
