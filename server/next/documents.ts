// The project's own documents, as markdown below docs/. Only listed names are read, so no address leads elsewhere.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '#lib/i18n/language.ts'

/** The folders whose documents are pages, at /docs/{folder}/{name}. */
export const DOCUMENT_FOLDERS = ['tutorial', 'how-to', 'reference', 'explanation', 'decisions'] as const

export type DocumentFolder = (typeof DOCUMENT_FOLDERS)[number]

export interface ShownDocument {
  readonly folder: DocumentFolder
  readonly name: string
  readonly title: string
  readonly lang: Language
  readonly markdown: string
  /** The English document, whose anchors are those of every language. */
  readonly original: string
  /** Whether the same document is there in the other language. */
  readonly isTranslated: boolean
}

const DUTCH = '.nl.md'

/** The documents of a folder, by name; each in English unless it is there in the language. */
export async function listDocuments(folder: DocumentFolder, language: Language): Promise<readonly ShownDocument[]> {
  const files = (await readdir(directoryOf(folder))).filter((file) => file.endsWith('.md')).sort()
  const names = files.filter((file) => !file.endsWith(DUTCH)).map((file) => file.slice(0, -'.md'.length))
  return Promise.all(names.map((name) => readDocument(folder, name, language, files.includes(`${name}${DUTCH}`))))
}

async function readDocument(
  folder: DocumentFolder,
  name: string,
  language: Language,
  isTranslated: boolean,
): Promise<ShownDocument> {
  const read = (ending: string) => readFile(path.join(directoryOf(folder), `${name}${ending}`), 'utf8')
  const original = await read('.md')
  const lang = isTranslated ? language : 'en'
  const markdown = lang === 'nl' ? await read(DUTCH) : original
  return { folder, name, title: titleOf(markdown) ?? name, lang, markdown, original, isTranslated }
}

/** A document; undefined when there is none with that name. */
export async function findDocument(
  folder: string,
  name: string,
  language: Language,
): Promise<ShownDocument | undefined> {
  const known = DOCUMENT_FOLDERS.find((candidate) => candidate === folder)
  return known && (await listDocuments(known, language)).find((document) => document.name === name)
}

/** Every document, by its address on the site. */
export async function allDocuments(language: Language): Promise<ReadonlyMap<string, ShownDocument>> {
  const documents = await Promise.all(DOCUMENT_FOLDERS.map((folder) => listDocuments(folder, language)))
  return new Map(documents.flat().map((document) => [`/docs/${document.folder}/${document.name}`, document]))
}

/** A PNG picture of the documents; undefined when there is none with that name. */
export async function findPicture(file: string): Promise<Buffer | undefined> {
  const folder = path.join(process.cwd(), 'docs', 'images')
  const known = (await readdir(folder)).find((name) => name === file && name.endsWith('.png'))
  return known === undefined ? undefined : readFile(path.join(folder, known))
}

/** The text of its first heading. */
const titleOf = (markdown: string): string | undefined => /^# (.+)$/m.exec(markdown)?.[1]

const directoryOf = (folder: DocumentFolder): string => path.join(process.cwd(), 'docs', folder)
