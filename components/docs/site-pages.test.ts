import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SHELVES } from '#lib/docs/reading-order.ts'
import { searchIn } from '#lib/docs/search.ts'
import { findableIn } from './findable.ts'
import { sitePages } from './site-pages.ts'
import { docsTexts } from './texts.ts'

/** Pages that nobody looks for: the search itself, where a portal or a link leads, and a form of a page that is found. */
const NOT_LOOKED_FOR = ['/docs/search', '/launch', '/energy', '/account/password', '/admin/apps/new']

describe('the pages that can be found', () => {
  it('are all that have no name of something in their address', () => {
    const pages = globSync('app/**/page.tsx')
      .filter((file) => !file.includes('['))
      .map((file) => `/${file.replace(/^app\/|\/?page\.tsx$/g, '')}`)
      .filter((page) => !NOT_LOOKED_FOR.includes(page))
    for (const language of ['en', 'nl'] as const)
      expect(
        sitePages(language)
          .map(({ href }) => href)
          .sort(),
      ).toEqual(pages.sort())
  })

  it('are those of the console for administrators, and the audit log for auditors', () => {
    for (const { href, only } of sitePages('en'))
      expect(only, href).toBe(
        href === '/admin/audit' ? 'audit' : /^\/(admin|subscriptions)/.test(href) ? 'console' : undefined,
      )
  })
})

describe('what somebody looks for in words of their own', () => {
  const signOut = {
    ...{ summary: 'Signs out', description: 'Sign out: sign out of the session.', tags: [], responses: {} },
  }
  const api = { openapi: '3.1.0', info: { title: '', version: '' }, tags: [], paths: { '/signout': { post: signOut } } }
  const documents = new Map([
    ['/docs/end', { lang: 'en', markdown: '# Sign out\n\nHow.', original: '# Sign out\n\nHow.' }],
  ])
  const own = {
    publicUrl: 'https://care.test',
    issuer: 'https://care.test',
    fhirBase: 'https://care.test/fhir/DEFAULT',
  }
  const hrefs = async (query: string) => {
    const entries = findableIn({ documents, api, own, texts: docsTexts.en, language: 'en' } as never)
    return (await searchIn(entries))(query).map(({ href }) => href)
  }

  it('leads to the page on which it is done, also where that has another name', async () => {
    expect((await hrefs('key rotation'))[0]).toBe('/admin/keys')
    expect((await hrefs('rotate keys'))[0]).toBe('/admin/keys')
  })

  it('lists pages and documents before operations of the API', async () => {
    const found = await hrefs('sign out')
    expect(found).toContain('/account')
    expect(found.at(-1)).toMatch(/^\/docs\/api\//)
  })
})

describe('what can be found of the documents', () => {
  const own = {
    publicUrl: 'https://care.test',
    issuer: 'https://care.test',
    fhirBase: 'https://care.test/fhir/DEFAULT',
  }
  const api = { openapi: '3.1.0', info: { title: '', version: '' }, tags: [], paths: {} } as never
  const written = (text: string) => ({
    lang: 'en' as const,
    markdown: `# Settings\n\n${text}`,
    original: `# Settings\n\n${text}`,
  })
  const found = (path: string, text: string) =>
    findableIn({ documents: new Map([[path, written(text)]]), api, own, texts: docsTexts.en, language: 'en' })

  it('is each setting by its name, with the comment above it and no other', () => {
    const text = '```sh\n# First.\n# Second.\nSEARCH_TIMEOUT=5\n# Third.\nPORT=3000\nHOST=\n\nDEMO=\n```'
    const settings = found('/docs/reference/settings', text).filter(
      ({ page, title }) => page === 'Settings' && title !== page,
    )
    expect(settings.map(({ title, text: told }) => [title, told])).toEqual([
      ['SEARCH_TIMEOUT', 'SEARCH_TIMEOUT=5  First. Second.'],
      ['PORT', 'PORT=3000  Third.'],
      ['HOST', 'HOST=  Third.'],
      ['DEMO', 'DEMO= '],
    ])
    expect(settings[0]?.href).toBe('/docs/reference/settings#:~:text=SEARCH_TIMEOUT%3D')
  })

  it('has the addresses of the reader’s own domain', () => {
    const [one] = found('/docs/how-to/docker', 'Open http://localhost:3000/portal').filter(
      ({ kind, text }) => kind === 'document' && text.startsWith('Open'),
    )
    expect(one?.text).toBe('Open https://care.test/portal')
  })

  it('comes after the rest where it is for maintainers', () => {
    const [name = ''] = SHELVES.find(({ id }) => id === 'maintainers')?.pages ?? []
    expect(found(`/docs/${name}`, 'Why').find(({ href }) => href === `/docs/${name}`)?.weight).toBeLessThan(1)
  })
})
