import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findError } from '#components/errors/texts.ts'
import { NAMED_PAGES, repositoryPath } from '#lib/docs/links.ts'
import { sectionsOf } from '#lib/docs/sections.ts'
import { SHELVES } from '#lib/docs/shelves.ts'
import { isMachine, routeFinder } from '../domain/find-route.ts'
import { ROUTES } from '../domain/routes.ts'
import { DOCUMENT_FOLDERS, documentTitles, findDocument, findPicture, listDocuments } from './documents.ts'

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

describe('the shelves of the documentation', () => {
  it('have every document, once', async () => {
    const placed = SHELVES.flatMap(({ pages }) => pages).filter((page) => page.includes('/'))
    const addresses = [...(await documentTitles()).keys()].map((address) => address.slice('/docs/'.length))
    expect([...placed].sort()).toEqual([...addresses].sort())
  })
})

describe('the pictures of the documents', () => {
  it('are the only files of that folder that can be read', async () => {
    expect((await findPicture('trace.png'))?.subarray(1, 4).toString()).toBe('PNG')
    for (const name of ['../reference/limits.md', 'nothing.png', '..', ''])
      expect(await findPicture(name)).toBeUndefined()
  })
})

describe('the headings of a document', () => {
  const files = DOCUMENT_FOLDERS.flatMap((folder) =>
    readdirSync(`docs/${folder}`).flatMap((file) => (file.endsWith('.md') ? [`docs/${folder}/${file}`] : [])),
  )

  it.each([...files, 'README.md'])('begin with one title, and leave no level out: %s', (file) => {
    const depths = sectionsOf(readFileSync(file, 'utf8')).map(({ depth }) => depth)
    expect(depths[0]).toBe(1)
    expect(depths.filter((depth) => depth === 1)).toHaveLength(1)
    expect(depths.filter((depth, at) => at > 0 && depth > (depths[at - 1] ?? 0) + 1)).toEqual([])
  })
})

describe('the links of the documents', () => {
  const documents = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'server/README.md', 'bench/README.md'],
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file.replaceAll('\\', '/')}`),
  ]
  const find = routeFinder(ROUTES)

  /** What a link of a file leads to; a problem in words, or undefined. */
  function problemOf(href: string, from: string): string | undefined {
    if (/^https?:/.test(href) && !href.startsWith('http://localhost:3000/')) return undefined
    if (/^(\/|http:)/.test(href)) return siteProblem(href.replace('http://localhost:3000', ''))
    const [file = '', anchor] = href.split('#')
    const target = file === '' ? from : path.posix.normalize(path.posix.join(path.posix.dirname(from), file))
    if (!existsSync(target)) return 'there is no such file'
    if (anchor === undefined) return undefined
    const anchors = sectionsOf(readFileSync(target, 'utf8')).map((section) => section.anchor)
    return anchors.includes(anchor) ? undefined : 'there is no such heading'
  }

  /** Of an address of the site: pages of the documentation and of errors, and addresses of the table. */
  function siteProblem(address: string): string | undefined {
    const error = /^\/docs\/errors\/(.+)$/.exec(address)?.[1]
    if (error) return findError(error) ? undefined : 'there is no such error'
    if (existsSync(`app${address}/page.tsx`)) return undefined
    return isMachine(find(address)) ? undefined : 'there is no such page'
  }

  it.each(documents)('lead somewhere, to the heading: %s', (file) => {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
    const dead = links.flatMap((href) => {
      const problem = problemOf(href, file)
      return problem ? [`${href}: ${problem}`] : []
    })
    expect(dead).toEqual([])
  })

  it('are made of the names of pages that are there', () => {
    expect(NAMED_PAGES.filter((address) => !existsSync(`app${address}/page.tsx`))).toEqual([])
  })

  it('are the same file on the site as in the repository', () => {
    expect(repositoryPath('../reference/limits.md#how-often', 'how-to')).toBe('docs/reference/limits.md#how-often')
  })
})
