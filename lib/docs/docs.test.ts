import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type OwnAddresses, ownIn, withOwnAddresses } from './addresses.ts'
import { siteAddress } from './links.ts'
import { type Findable, search } from './search.ts'
import { plainText, sectionsOf, translatedSections } from './sections.ts'

describe('the sections of a document', () => {
  it('have the anchors of GitHub, and headings within code are none', () => {
    const markdown = [
      ...['# A `title`', 'text', '## `PUT` & [a link](x.md), twice', '```', '# a comment', '```', 'more'],
      ...['## Same', '### Same', '## Één keer_per dag'],
    ].join('\n')
    expect(sectionsOf(markdown).map(({ depth, title, anchor }) => [depth, title, anchor])).toEqual([
      [1, 'A title', 'a-title'],
      [2, 'PUT & a link, twice', 'put--a-link-twice'],
      [2, 'Same', 'same'],
      [3, 'Same', 'same-1'],
      [2, 'Één keer_per dag', 'één-keer_per-dag'],
    ])
    expect(sectionsOf(markdown)[1]?.text).toBe('```\n# a comment\n```\nmore')
  })

  it('have the anchors of the original in a translation, so that an address leads to the same place', () => {
    const dutch = translatedSections('# Sleutels\n\n## Wisselen\ntekst', '# Keys\n\n## Rotate\ntext')
    expect(dutch.map(({ title, anchor, text }) => [title, anchor, text])).toEqual([
      ['Sleutels', 'keys', ''],
      ['Wisselen', 'rotate', 'tekst'],
    ])
  })

  it('become plain text without Markdown', () => {
    expect(plainText('| **a** | `b_c` |\n|---|---|\n![pic](x.png) *d* 2 * 3 [e](f)')).toBe('a b_c \n\npic d 2 * 3 e')
  })
})

describe('a link of a document', () => {
  it.each([
    ['writes.md', '/docs/reference/writes'],
    ['../how-to/operate.md#keys', '/docs/how-to/operate#keys'],
    ['../tutorial/tour.nl.md', '/docs/tutorial/tour'],
    ['../images/tour-1.png', '/docs/images/tour-1.png'],
    ['#here', '#here'],
    ['/docs/errors/user.match', '/docs/errors/user.match'],
    ['https://example.org/a.md', 'https://example.org/a.md'],
    ['../../server/README.md', undefined],
    ['../../docs/../.env', undefined],
    ['conformance-rows.tsv', undefined],
    ['javascript:alert(1)', undefined],
  ])('%s leads to %s', (href, address) => {
    expect(siteAddress(href, 'reference')).toBe(address)
  })
})

describe('the pictures in docs/images', () => {
  it('are all shown on a page', () => {
    const shown = ['README.md', ...globSync('docs/**/*.md')].map((file) => readFileSync(file, 'utf8')).join()
    expect(readdirSync('docs/images').filter((file) => !shown.includes(`images/${file}`))).toEqual([])
  })
})

describe('the examples', () => {
  const own: OwnAddresses = {
    publicUrl: 'https://care.test',
    issuer: 'https://as.test',
    fhirBase: 'https://api.test/fhir/DEFAULT',
    clientId: 'b7c1',
  }

  it('have the addresses of this domain, each with the host of its service', () => {
    const text = [
      'http://localhost:3000/fhir/DEFAULT/Task',
      'http://localhost:3000/fhir/Task',
      'http://localhost:3000/oauth2/token',
      'http://localhost:3000/portal',
      'http://localhost:8080/callback',
    ]
    expect(withOwnAddresses(text.join(' '), own).split(' ')).toEqual([
      'https://api.test/fhir/DEFAULT/Task',
      'https://api.test/fhir/Task',
      'https://as.test/oauth2/token',
      'https://care.test/portal',
      'http://localhost:8080/callback',
    ])
  })

  it('have the addresses of this domain in query parameters too', () => {
    const text =
      'redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fcallback&aud=http%3A%2F%2Flocalhost%3A3000%2Ffhir%2FDEFAULT'
    expect(new URLSearchParams(withOwnAddresses(text, own)).get('aud')).toBe(own.fhirBase)
    expect(new URLSearchParams(withOwnAddresses(text, own)).get('redirect_uri')).toBe('http://localhost:8080/callback')
  })

  it('have the client_id of the reader’s app, when there is one', () => {
    const text = '--app my-app --pem my-app.pem Device/my-app "my-app", not-my-app'
    expect(withOwnAddresses(text, own)).toBe('--app b7c1 --pem my-app.pem Device/b7c1 "b7c1", not-my-app')
    expect(withOwnAddresses(text, { ...own, clientId: undefined })).toBe(text)
  })
})

describe('what a document shows of the reader’s own domain', () => {
  const elsewhere = '```sh as-is\ncurl http://localhost:3000\n--app my-app\n```\n```yaml\nhttp://localhost:3000\n```'

  it('is addresses and an app when there is one, except in blocks about another machine', () => {
    expect(ownIn(`${elsewhere}\ntext`, true)).toBe('nothing')
    expect(ownIn(`${elsewhere}\nhttp://localhost:3000`, true)).toBe('addresses')
    expect(ownIn('```\n--app my-app\n```', true)).toBe('app')
    expect(ownIn('```\n--app my-app\n```', false)).toBe('nothing')
  })
})

describe('the search of the documentation', () => {
  const entry = (title: string, text: string, page = 'Page'): Findable => ({ href: `/${title}`, title, page, text })
  const entries = [
    entry('Keys', 'They are rotated once a year.'),
    entry('Limits', 'The keys of a client are fetched (max. five seconds).'),
    entry('Monkeys', 'Nothing else.'),
  ]
  const titles = (query: string) => search(entries, query).map(({ title }) => title)

  it('lists titles first, and the beginning of a word before its middle', () => {
    expect(titles('key')).toEqual(['Keys', 'Monkeys', 'Limits'])
  })

  it('requires every word, in any order and case', () => {
    expect(titles('CLIENT keys')).toEqual(['Limits'])
    expect(titles('client year')).toEqual([])
    expect(titles('  ')).toEqual([])
  })

  it('finds punctuation literally, and shows an excerpt around the match', () => {
    expect(search(entries, '(max. five')[0]?.excerpt).toEqual([
      'The keys of a client are fetched ',
      '(max.',
      ' ',
      'five',
      ' seconds).',
    ])
    const [found] = search([entry('Long', `${'before '.repeat(40)}needle${' after'.repeat(40)}`)], 'needle')
    expect(found?.excerpt.join('').length).toBeLessThan(220)
    expect(found?.excerpt[1]).toBe('needle')
  })
})
