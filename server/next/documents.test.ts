import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findError } from '#components/docs/error-texts.ts'
import { findableIn } from '#components/docs/findable.ts'
import { docsTexts } from '#components/docs/texts.ts'
import { DUTCH_TITLES } from '#lib/docs/dutch-titles.ts'
import { NAMED_PAGES, repositoryPath } from '#lib/docs/links.ts'
import { SHELVES } from '#lib/docs/reading-order.ts'
import { searchIn } from '#lib/docs/search.ts'
import { sectionsOf } from '#lib/docs/sections.ts'
import type { Language } from '#lib/i18n/language.ts'
import { isMachine, routeFinder } from '../domain/find-route.ts'
import { ROUTES } from '../domain/routes.ts'
import { allDocuments, DOCUMENT_FOLDERS, findDocument, findPicture, listDocuments } from './documents.ts'

/** The files that are pages. */
const FILES = DOCUMENT_FOLDERS.flatMap((folder) =>
  readdirSync(`docs/${folder}`).flatMap((file) => (file.endsWith('.md') ? [`docs/${folder}/${file}`] : [])),
)

/** The text of a file below a heading, up to the next one. */
function sectionNamed(file: string, title: string): string {
  const [, text] = readFileSync(file, 'utf8').split(new RegExp(`^#+ ${title}$`, 'm'))
  if (text === undefined) throw new Error(`${file} has no ${title}`)
  return text.split(/^#/m)[0] ?? ''
}

/** The search of the site over the documents as they are. */
async function searchFor(language: Language) {
  const [documents, texts] = [await allDocuments(language), docsTexts[language]]
  const api = { openapi: '3.1.0', info: { title: '', version: '' }, tags: [], paths: {} } as never
  const own = { publicUrl: 'https://care.test', issuer: 'https://care.test', fhirBase: 'https://care.test/fhir' }
  return searchIn(findableIn({ documents, api, own, texts, language }))
}

describe('the documents of the project', () => {
  it.each(DOCUMENT_FOLDERS)('are listed with their titles: %s', async (folder) => {
    const documents = await listDocuments(folder, 'en')
    expect(documents.length).toBeGreaterThan(0)
    for (const { name, title } of documents) {
      expect(title).not.toBe(name)
      expect((await findDocument(folder, name, 'en'))?.markdown).toContain(`# ${title}`)
    }
  })

  it('are in Dutch for who reads Dutch, where they are there in Dutch, and otherwise in English', async () => {
    const shown = async (folder: string, name: string) => {
      const found = await findDocument(folder, name, 'nl')
      return [found?.title, found?.lang, found?.isTranslated]
    }
    expect(await shown('tutorial', 'tour')).toEqual(['De rondleiding van twee minuten', 'nl', true])
    expect(await shown('how-to', 'docker')).toEqual(['Run it in Docker', 'en', false])
    expect((await findDocument('tutorial', 'tour', 'en'))?.lang).toBe('en')
  })

  it('have a title in Dutch for the lists, where they are there in English alone', async () => {
    const documents = await allDocuments('nl')
    const english = [...documents].flatMap(([, { folder, name, lang }]) => (lang === 'en' ? `${folder}/${name}` : []))
    expect(Object.keys(DUTCH_TITLES).sort()).toEqual(english.sort())
  })

  it('are found by guides first, then reference and explanation, and decisions last', async () => {
    const found = await searchFor('en')
    const firstOf = (query: string) => found(query)[0]?.href
    expect(firstOf('token exprired')).not.toMatch(/decisions|token-cost/)
    expect(firstOf('task')).toMatch(/how-to|tutorial/)
    expect(firstOf('password')).not.toMatch(/\/docs\/api\//)
    for (const query of ['keys', 'session', 'audit', 'write', 'storage', 'search parameters']) {
      const kinds = found(query).map(({ href }) => /^\/docs\/(how-to|tutorial|decisions)\//.exec(href)?.[1])
      const [guide, decision] = [kinds.findIndex((one) => one && one !== 'decisions'), kinds.indexOf('decisions')]
      expect(decision === -1 || guide < decision, query).toBe(true)
    }
  })

  it('are found by their Dutch title, and called by it, also where they are there in English alone', async () => {
    const found = (await searchFor('nl'))('instelingen')
    expect(found.map(({ page }) => page)).toContain('Instellingen')
    const [docker] = (await searchFor('nl'))('docker draaien')
    expect(docker).toMatchObject({ href: '/docs/how-to/docker', title: 'Slipway in Docker draaien' })
  })

  it.each([
    ['how-to', '../decisions/0004-keys'],
    ['how-to', '..'],
    ['tutorial', 'tour.nl'],
    ['..', 'README'],
    ['how-to', 'nothing'],
    ['reference', 'conformance-rows'],
    ['how-to', '__proto__'],
  ])('are the only files that can be read: not %s/%s', async (folder, name) => {
    expect(await findDocument(folder, name, 'nl')).toBeUndefined()
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

it('the measurements that documents name are in the benchmark', () => {
  const textsIn = (folder: string, end: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => end.test(file))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join('\n')
  const measured = textsIn('bench', /\.ts$/)
  const named = [...textsIn('docs', /\.(md|tsv)$/).matchAll(/bench -- --only "([^"]+)"/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !measured.includes(name))).toEqual([])
})

describe('the shelves of the documentation', () => {
  it('have every document, once', async () => {
    const placed = SHELVES.flatMap(({ pages }) => pages).filter((page) => page.includes('/'))
    const addresses = [...(await allDocuments('nl')).keys()].map((address) => address.slice('/docs/'.length))
    expect([...placed].sort()).toEqual([...addresses].sort())
  })
})

describe('the pictures of the documents', () => {
  it('are the only files of that folder that can be read', async () => {
    expect((await findPicture('trace.png'))?.subarray(1, 4).toString()).toBe('PNG')
    for (const name of ['../reference/limits.md', 'nothing.png', '..', ''])
      expect(await findPicture(name)).toBeUndefined()
  })

  it('are those that `npm run pictures` makes, and each is shown somewhere', () => {
    const [spec, tour] = ['e2e/pictures.ts', 'e2e/tour.ts'].map((file) => readFileSync(file, 'utf8'))
    const named = [...(spec ?? '').matchAll(/picture\('([\w-]+)'\)/g)].map(([, name]) => `${name}.png`)
    const ofTour = [...(tour ?? '').matchAll(/await look\(\w+\.page, (\d)\)/g)].map(([, step]) => `tour-${step}.png`)
    const pictures = readdirSync('docs/images').sort()
    expect([...named, ...ofTour].sort()).toEqual(pictures)

    const texts = ['README.md', ...FILES].map((file) => readFileSync(file, 'utf8')).join()
    expect(pictures.filter((name) => !texts.includes(`images/${name})`))).toEqual([])
  })
})

/** A Dutch document and its original; both with the links of the other's language, so that they can be compared. */
const translations = FILES.filter((file) => file.endsWith('.nl.md')).map((file) => ({
  file,
  dutch: readFileSync(file, 'utf8'),
  english: readFileSync(file.replace('.nl.md', '.md'), 'utf8'),
}))

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([all, one]) => one ?? all)
const BLOCK = /^ *```[^\n]*\n[\s\S]*?^ *```$/gm

describe('a Dutch document', () => {
  it.each(translations)('has the commands and the code of the English one, character by character: $file', (one) => {
    expect(matches(one.dutch, BLOCK)).toEqual(matches(one.english, BLOCK))
    const words = (text: string) => [...new Set(matches(text.replace(BLOCK, ''), /`[^`\n]+`/g))].sort()
    expect(words(one.dutch)).toEqual(words(one.english))
  })

  it.each(translations)('has a heading, a picture and a row of a table for each of the English one: $file', (one) => {
    const shape = (text: string) => ({
      headings: sectionsOf(text).map(({ depth }) => depth),
      items: matches(text.replace(BLOCK, ''), /^ *(?:\d+\.|-|\|) /gm),
      pictures: matches(text, /!\[[^\]]+\]\(([^)]+)\)/g),
    })
    expect(shape(one.dutch)).toEqual(shape(one.english))
  })

  it.each(translations)('leads to what the English one leads to, in Dutch where that is there: $file', (one) => {
    const from = path.posix.dirname(one.file)
    const links = (text: string) => matches(text, /\]\(([^)\s]+)\)/g)
    const inDutch = (href: string) => {
      const dutch = href.replace(/\.md$/, '.nl.md')
      return existsSync(path.posix.join(from, dutch)) ? dutch : href
    }
    const anchors = new Map(
      sectionsOf(one.english).map(({ anchor }, at) => [`#${anchor}`, `#${sectionsOf(one.dutch)[at]?.anchor}`]),
    )
    expect(links(one.dutch).sort()).toEqual(
      links(one.english)
        .map((href) => anchors.get(href) ?? inDutch(href))
        .sort(),
    )
  })
})

/** The numbers that the README is proud of, and the row of the benchmarks that each is. */
const MEASURED: Readonly<Record<string, string>> = {
  'reads a second': 'read, random over 1100 (1,100 Patients)',
  'whole launches a second': 'launch: authorize, callback, token (1,100 Patients)',
  seconds: 'start to first answer (1,100 Patients)',
}

const numberOf = (text: string): number => Number(text.replaceAll(',', ''))

describe('the numbers of the README', () => {
  const section = sectionNamed('README.md', 'How fast').replaceAll('\n', ' ')
  const rows = new Map(
    readFileSync('docs/reference/benchmarks.md', 'utf8')
      .split('\n')
      .map((line) => line.split(' | '))
      .map(([row = '', measured = '']) => [row.replace(/^\| /, ''), numberOf(/^[\d,.]+/.exec(measured)?.[0] ?? '')]),
  )

  it('are those that the benchmarks measured, rounded', () => {
    const told = [...section.matchAll(/\*\*([\d,.]+) ([^*]+)\*\*/g)].map(([, number = '', what = '']) => ({
      number,
      what,
    }))
    expect(told.map(({ what }) => what).sort()).toEqual(Object.keys(MEASURED).sort())
    for (const { number, what } of told) {
      const unit = number.includes('.') ? 0.1 : 10 ** (/0*$/.exec(number.replaceAll(',', ''))?.[0].length ?? 0)
      const off = Math.abs((rows.get(MEASURED[what] ?? '') ?? Number.NaN) - numberOf(number))
      expect(off, `${number} ${what}`).toBeLessThanOrEqual(unit / 2)
    }
  })
})

describe('the headings of a document', () => {
  it.each([...FILES, 'README.md'])('begin with one title, and leave no level out: %s', (file) => {
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
