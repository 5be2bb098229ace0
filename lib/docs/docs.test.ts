import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type OwnAddresses, ownIn, withOwnAddresses } from './addresses.ts'
import { siteAddress } from './links.ts'
import { type Findable, searchIn } from './search.ts'
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
  const entry = (title: string, text: string, page = 'Page'): Findable => ({
    ...{ kind: 'document', href: `/${title}` },
    ...{ title, page, text },
  })
  const ready = searchIn([
    entry('Limits', 'The keys of a client are fetched (max. five seconds) as redirect_uri.'),
    entry('Keys', 'They are rotated once a year.'),
    entry('Monkeys', 'Eén andere, and the authorisation of a subscription.'),
  ])
  const titles = async (query: string) => (await ready)(query).map(({ title }) => title)

  it('lists titles first, and finds the beginning of a word', async () => {
    expect(await titles('key')).toEqual(['Keys', 'Limits'])
    expect(await titles('monk')).toEqual(['Monkeys'])
  })

  it('requires every word, in any order and case, with accents or without', async () => {
    expect(await titles('CLIENT keys')).toEqual(['Limits'])
    expect(await titles('een ANDÉRE')).toEqual(['Monkeys'])
    expect(await titles('client year')).toEqual([])
    expect(await titles('  ')).toEqual([])
    expect(await titles('(?)')).toEqual([])
  })

  it.each([
    ['clent', 'Limits'],
    ['subscirption', 'Monkeys'],
    ['authorisaton subscripton', 'Monkeys'],
    ['redirct_uri', 'Limits'],
  ])('forgives a typo where nothing is spelt like that: %s', async (query, title) => {
    expect(await titles(query)).toEqual([title])
  })

  it('forgives nothing where a section has the word itself', async () => {
    const search = await searchIn([entry('A', 'a scope'), entry('B', 'a score')])
    expect(search('scope').map(({ title }) => title)).toEqual(['A'])
  })

  it('forgives two letters that changed places, in one word of several', async () => {
    const search = await searchIn([entry('A', 'a sleep diary'), entry('B', 'the sleep of others')])
    for (const typed of ['sleep diray', 'slepe daiy', 'selep diary'])
      expect(
        search(typed).map(({ title }) => title),
        typed,
      ).toEqual(['A'])
    expect(search('sleep dirra')).toEqual([])
  })

  it('forgives a typo in a word that is nowhere before it forgives anything in one that is somewhere', async () => {
    const search = await searchIn([entry('A', 'a token that has expired'), entry('B', 'one taken, and expired')])
    expect(search('token exprired').map(({ title }) => title)).toEqual(['A'])
    expect(search('taken expired token'), 'each is somewhere').toHaveLength(2)
  })

  it('finds what begins with a word that has a typo', async () => {
    const search = await searchIn([entry('Subscriptions', 'of apps'), entry('B', 'a subscription')])
    expect(search('subscripton').map(({ title }) => title)).toEqual(['Subscriptions', 'B'])
  })

  it('shows an excerpt around the match, and marks the whole words that match', async () => {
    expect((await ready)('five (max.')[0]?.excerpt).toEqual([
      'The keys of a client are fetched (',
      'max',
      '. ',
      'five',
      ' seconds) as redirect_uri.',
    ])
    const search = await searchIn([entry('Long', `${'before '.repeat(40)}needle${' after'.repeat(40)}`)])
    const [found] = search('needl')
    expect(found?.excerpt.join('').length).toBeLessThan(220)
    expect(found?.excerpt[1]).toBe('needle')
    const [address] = (await searchIn([entry('Address', `at http://needle.example/${'path/'.repeat(40)}`)]))('needle')
    expect(address?.excerpt).toEqual(['at http://', 'needle', ' …'])
  })

  it('takes no longer for a query of any length: it is cut off', async () => {
    expect(await titles(`keys ${'x'.repeat(100_000)}`)).toEqual([])
    expect(await titles(`${'keys '.repeat(8)}${'zebra '.repeat(10_000)}`)).toEqual(['Keys', 'Limits'])
  })
})
