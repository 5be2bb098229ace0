// The project's own documents, as markdown below docs/. Only listed names are read, so no address leads elsewhere.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Section, sectionsOf } from '#lib/docs/sections.ts'

/** The folders whose documents are pages, at /docs/{folder}/{name}. */
export const DOCUMENT_FOLDERS = ['tutorial', 'how-to', 'reference', 'explanation', 'decisions'] as const

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

/** The text of a document; undefined when there is none with that name. */
export async function findDocument(folder: string, name: string): Promise<string | undefined> {
  const known = DOCUMENT_FOLDERS.find((candidate) => candidate === folder)
  const entry = known && (await listDocuments(known)).find((document) => document.name === name)
  return entry && readFile(path.join(directoryOf(entry.folder), `${entry.name}.md`), 'utf8')
}

/** The title of every document, by its address on the site. */
export async function documentTitles(): Promise<ReadonlyMap<string, string>> {
  const documents = (await Promise.all(DOCUMENT_FOLDERS.map(listDocuments))).flat()
  return new Map(documents.map(({ folder, name, title }) => [`/docs/${folder}/${name}`, title]))
}

/** The sections of every document, by its address on the site. */
export async function documentSections(): Promise<ReadonlyMap<string, readonly Section[]>> {
  const addresses = [...(await documentTitles()).keys()]
  return new Map(
    await Promise.all(
      addresses.map(async (address) => {
        const markdown = await readFile(path.join(process.cwd(), `${address.slice(1)}.md`), 'utf8')
        return [address, sectionsOf(markdown)] as const
      }),
    ),
  )
}

/** A PNG picture of the documents; undefined when there is none with that name. */
export async function findPicture(file: string): Promise<Buffer | undefined> {
  const folder = path.join(process.cwd(), 'docs', 'images')
  const known = (await readdir(folder)).find((name) => name === file && name.endsWith('.png'))
  return known === undefined ? undefined : readFile(path.join(folder, known))
}

/** The text of its first heading. */
export const titleOf = (markdown: string): string | undefined => /^# (.+)$/m.exec(markdown)?.[1]

const directoryOf = (folder: DocumentFolder): string => path.join(process.cwd(), 'docs', folder)
