// Each wall between the rooms stops what it is there for: one breach of every rule is planted in an empty repository,
// beside an import that is allowed. `npm run walls` holds the real one to the same rules.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { describe, expect, it, onTestFinished } from 'vitest'

interface Wall {
  readonly name: string
  readonly from: { readonly path?: string }
  readonly to: { readonly pathNot?: string }
}
const config = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly Wall[]
  readonly options: object
}
const rooms = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
const roomNames = rooms.map(({ name }) => name)

/** The rooms that a room may import, beside itself and lib; undefined when it imports lib alone. */
const importsOf = (room: string): readonly string[] | undefined =>
  config.forbidden
    .find(({ name }) => name === `${room}-imports-few-rooms`)
    ?.to.pathNot?.slice('^server/('.length, -')/'.length)
    .split('|')
    .filter((other) => other !== room)

/** The names of the walls that imports breach: `from -> to`, with `type` for an import of types alone. */
async function breached(...imports: readonly string[]): Promise<readonly string[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'walls-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const texts = new Map<string, string>()
  for (const [from = '', to = '', kind] of imports.map((one) => one.split(' '))) {
    if (!to.startsWith('node:')) texts.set(to, texts.get(to) ?? 'export const x = 1\n')
    const address = to.startsWith('node:') ? to : path.posix.relative(path.posix.dirname(from), to)
    const target = address.startsWith('.') || to.startsWith('node:') ? address : `./${address}`
    const line =
      kind === 'type'
        ? `import type { x } from '${target}'\nexport type Y${texts.size} = typeof x\n`
        : `import '${target}'\n`
    texts.set(from, `${line}${texts.get(from) ?? 'export const x = 1\n'}`)
  }
  for (const [file, text] of texts) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const { output } = await cruise([...texts.keys()], {
    ruleSet: { forbidden: config.forbidden } as IFlattenedRuleSet,
    validate: true,
    baseDir: root,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  })
  return [...new Set((output as ICruiseResult).summary.violations.map(({ rule }) => rule.name))].sort()
}

const BREACHES: Readonly<Record<string, readonly string[]>> = {
  'no-cycles': ['lib/a.ts lib/b.ts type', 'lib/b.ts lib/a.ts type'],
  'lib-is-the-floor': ['lib/a.ts server/oauth/b.ts'],
  'lib-has-floors': ['lib/http/a.ts lib/oauth/b.ts type'],
  'most-rooms-are-strangers': ['server/oauth/a.ts server/fhir/b.ts type'],
  'peers-have-faces': ['server/domain/a.ts server/oauth/token/token.ts'],
  'protocol-is-framework-free': ['server/oauth/a.ts node_modules/next/index.js'],
  'prisma-lives-in-storage': ['server/domain/a.ts node_modules/better-sqlite3/index.js'],
  'ports-are-all-they-know': ['server/storage/sqlite/a.ts server/oauth/token.ts type'],
  'records-import-no-engine': ['server/storage/records/a.ts server/storage/sqlite/file/connection.ts'],
  'storage-has-one-door': ['server/storage/registry.ts server/storage/sqlite/file/database.ts'],
  'fast-path-has-one-door': ['server/http/refusals.ts server/http/fast/fast-adapter.ts'],
  'fhir-cache-has-one-door': ['server/fhir/bearer.ts server/fhir/cache/cache.ts'],
  'browsers-have-no-node': ['components/a.ts lib/b.ts', 'lib/b.ts lib/c.ts', 'lib/c.ts node:fs'],
  'browsers-have-no-shapes': ['components/a.ts lib/api/admin.ts'],
  'pieces-know-no-screen': ['components/ui/dialog/a.ts components/portal/b.ts type'],
  'screens-stand-in-order': ['components/admin/a.ts components/portal/b.ts type'],
  'ui-speaks-http': ['components/a.ts server/domain/b.ts'],
  'pages-go-through-few-doors': ['app/page.ts server/domain/b.ts'],
  'e2e-is-only-a-browser': ['e2e/a.ts components/b.ts'],
  'no-test-code-in-product': ['lib/a.ts lib/testing/b.ts'],
}

const ALLOWED = [
  'lib/a.ts lib/b.ts',
  'lib/oauth/a.ts lib/http/b.ts',
  'server/oauth/a.ts lib/b.ts',
  'server/storage/sqlite/a.ts node_modules/better-sqlite3/index.js',
  'server/storage/sqlite/a.ts server/oauth/store.ts type',
  'server/storage/open.ts server/storage/sqlite/file/database.ts',
  'server/domain/oauth.ts server/oauth/oauth.ts',
  'server/domain/connect.ts server/connect/samples.ts',
  'server/http/server.ts server/http/fast/fast-adapter.ts',
  'server/fhir/fhir.ts server/fhir/cache/cache.ts',
  'components/a.ts lib/api/admin.ts type',
  'components/a.ts lib/api/admin-words.ts',
  'components/portal/a.ts components/ui/dialog/b.ts',
  'components/edit/a.ts components/browse/b.ts',
  'app/page.ts server/next/page-data.ts',
  'lib/a.test.ts lib/testing/b.ts',
]

describe('a wall', () => {
  it.each(Object.entries(BREACHES))('%s stops its breach', async (name, imports) => {
    expect(await breached(...imports)).toContain(name)
  })

  it('each have a breach that this test plants', () => {
    const names = config.forbidden.map(({ name }) => name).filter((name) => !name.endsWith('-imports-few-rooms'))
    expect(Object.keys(BREACHES).sort()).toEqual([...new Set(names)].sort())
  })

  it('lets through what is allowed', async () => {
    expect(await breached(...ALLOWED)).toEqual([])
  })

  it('stands around every room of the server: it imports those that its rule names, and no other', async () => {
    const few = roomNames.filter((room) => importsOf(room) !== undefined)
    expect(few.length).toBeGreaterThan(10)
    for (const room of few) {
      const stranger = roomNames.find(
        (other) => other !== room && other !== 'testing' && !importsOf(room)?.includes(other),
      )
      if (stranger === undefined) throw new Error(`${room} may import every room`)
      expect(await breached(`server/${room}/a.ts server/${stranger}/b.ts`)).toContain(`${room}-imports-few-rooms`)
    }
  }, 30_000)

  it('leads into rooms that are there', () => {
    const named = roomNames.flatMap((room) => importsOf(room) ?? [])
    expect([...new Set(named)].filter((room) => !roomNames.includes(room))).toEqual([])
  })
})

describe('the folders of lib', () => {
  it('have one floor each, so that their imports make no circle', () => {
    const folders = readdirSync('lib', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const floors = config.forbidden.filter(({ name }) => name === 'lib-has-floors').map(({ from }) => from.path)
    expect([...floors].sort()).toEqual(['^lib/[^/]+$', ...folders.map(({ name }) => `^lib/${name}/`)].sort())
  })
})

describe('the rooms of the server', () => {
  it('have one file outside them: the one that starts the server', () => {
    const loose = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(loose.map(({ name }) => name).sort()).toEqual(['README.md', 'main.ts'])
  })

  it('have the rules of Subscriptions in one of them: what writes resources asks it', () => {
    const code = readdirSync('server/fhir', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name),
    )
    const ofRules =
      /rest-hook|\['(channel|endpoint)'\]|channel\.(type|endpoint|payload|header)|subscriptions\/(rules|criteria)/
    expect(code.filter((name) => ofRules.test(readFileSync(path.join('server/fhir', name), 'utf8')))).toEqual([])
  })

  it('have one line each in the README', () => {
    const lines = readFileSync('server/README.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const counted = roomNames.map((room) => [
      room,
      lines.filter((line) => line.split(' | ')[0]?.includes(`\`${room}/\``)).length,
    ])
    expect(counted.filter(([, count]) => count !== 1)).toEqual([])
  })

  it('import each other without a circle', () => {
    const seen = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const visit = (room: string, way: readonly string[]): void => {
      if (seen.get(room) === 'open') circles.push([...way, room].join(' -> '))
      if (seen.has(room)) return
      seen.set(room, 'open')
      for (const other of importsOf(room) ?? []) visit(other, [...way, room])
      seen.set(room, 'done')
    }
    for (const room of roomNames) visit(room, [])
    expect(circles).toEqual([])
  })
})
