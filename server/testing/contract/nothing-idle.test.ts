// Everything declared is used: settings, codes of refusals, audit events, metrics and texts for which no code is left fail here.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { AUDIT_NAMES } from '#lib/audit/audit.ts'
import { API_STATUS } from '#lib/i18n/api-failures.ts'
import { OAUTH_ERROR_CODES } from '#lib/oauth/oauth-error.ts'
import { STATUS as ADMIN } from '#server/admin/texts.ts'
import { ENVIRONMENT_NAMES, readConfig } from '#server/config/config.ts'
import { STATUS as CONNECT } from '#server/connect/texts.ts'
import { ISSUE_CODES } from '#server/fhir/outcome.ts'
import { STATUS as FHIR_CONSOLE } from '#server/fhir-console/texts.ts'
import { STATUS as PORTAL } from '#server/portal/failure.ts'

const FOLDERS = ['app', 'components', 'lib', 'server']
const texts = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
)
const isTest = (file: string) => /\.test\.|\/testing\//.test(file)
const product = [...texts].filter(([file]) => !isTest(file))
const tests = [...texts].filter(([file]) => isTest(file))

const escaped = (name: string) => name.replace(/[.$*+?()[\]{}|\\]/g, '\\$&')
const occurs = (pattern: string, files: readonly (readonly [string, string])[]) => {
  const expression = new RegExp(pattern)
  return files.some(([, text]) => expression.test(text))
}
/** The names that no file but the one that declares them has as a string. */
const unsaid = (names: readonly string[], declared: string) => {
  const others = product.filter(([file]) => file !== declared)
  expect(others.length, declared).toBe(product.length - 1)
  return names.filter((name) => !occurs(`['"\`]${escaped(name)}['"\`]`, others))
}

describe('a setting', () => {
  const source = texts.get('server/config/config.ts') ?? ''

  it('that is parsed becomes part of the configuration', () => {
    expect(ENVIRONMENT_NAMES.filter((name) => !source.includes(`values.${name}`))).toEqual([])
  })

  it('of the configuration is read by the service', () => {
    const names = (value: object): readonly string[] =>
      Object.entries(value).flatMap(([name, inner]) => [
        name,
        ...(inner?.constructor === Object ? names(inner as object) : []),
      ])
    const config = readConfig({
      SHARED_IDP_ISSUER: 'https://idp.example',
      SHARED_IDP_CLIENT_ID: 'slipway',
      SHARED_IDP_CLIENT_SECRET: 'secret',
    })
    const readers = product.filter(([file]) => !file.startsWith('server/config/'))
    const all = names(config)
    expect(all.length).toBeGreaterThan(ENVIRONMENT_NAMES.length / 2)
    expect(all.filter((name) => !occurs(`[.{,]\\s*${name}\\b`, readers))).toEqual([])
  })
})

describe('a refusal', () => {
  it.each([
    ['OAuth', OAUTH_ERROR_CODES, 'lib/oauth/oauth-error.ts'],
    ['FHIR', ISSUE_CODES, 'server/fhir/outcome.ts'],
    ['every JSON API', Object.keys(API_STATUS), 'lib/i18n/api-failures.ts'],
    ['the console', Object.keys(ADMIN), 'server/admin/texts.ts'],
    ['the API for developers', Object.keys(CONNECT), 'server/connect/texts.ts'],
    ['the FHIR console', Object.keys(FHIR_CONSOLE), 'server/fhir-console/texts.ts'],
    ['the portal', Object.keys(PORTAL), 'server/portal/failure.ts'],
  ])('of %s is made somewhere', (_, codes, declared) => {
    expect(unsaid(codes, declared)).toEqual([])
  })

  it.each([
    ['OAuth', OAUTH_ERROR_CODES],
    ['FHIR', ISSUE_CODES],
  ])('of %s is expected by a test', (_, codes) => {
    const others = tests.filter(([file]) => !file.endsWith('nothing-idle.test.ts'))
    expect(codes.filter((code) => !occurs(`(?<![\\w-])${code}(?![\\w-])`, others))).toEqual([])
  })
})

describe('an audit event', () => {
  it('is recorded somewhere, under each name that there is', () => {
    expect(unsaid(AUDIT_NAMES, 'lib/audit/audit.ts')).toEqual([])
  })
})

describe('a metric', () => {
  const own = new Set(
    product.flatMap(([file, text]) =>
      file.startsWith('server/ops/') ? [...text.matchAll(/'(slipway_[a-z_]+)'/g)].map(([, name]) => String(name)) : [],
    ),
  )

  it('of ours is explained to operators', () => {
    const guide = readFileSync('docs/how-to/operate.md', 'utf8')
    expect(own.size).toBeGreaterThan(10)
    expect([...own].filter((name) => !guide.includes(`\`${name}`))).toEqual([])
  })
})

describe('a text', () => {
  /** The names of the members of an object literal. */
  const namesOf = ({ properties }: ts.ObjectLiteralExpression) =>
    properties.flatMap(({ name }) => (name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : []))

  /** The keys of the English texts of a file: `const en = {…}`, or `en: {…}` in a catalogue. */
  function keysOf(file: string, text: string): readonly string[] {
    const keys: string[] = []
    const visit = (node: ts.Node): void => {
      const isEnglish =
        (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText(source) === 'en'
      if (isEnglish && node.initializer && ts.isObjectLiteralExpression(node.initializer))
        keys.push(...namesOf(node.initializer))
      ts.forEachChild(node, visit)
    }
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
    visit(source)
    return keys
  }

  const catalogues = product.filter(([file, text]) => /texts\.ts$/.test(file) && text.includes('Catalogue<'))
  const readers = product.filter((one) => !catalogues.includes(one)).map(([file, text]) => [path.dirname(file), text])

  it('is shown by the screens of its room', () => {
    const unused = catalogues.flatMap(([file, text]) => {
      const room = path.dirname(file)
      const near = readers.filter(([folder, other]) => folder?.startsWith(room) || other?.includes(path.basename(file)))
      // A catalogue that is looked up by a name has its names elsewhere.
      const beside = `${text}${near.map(([, other]) => other).join('\n')}`
      if (/\[language\]\[|\]\[name\]|\[code\]/.test(beside)) return []
      return keysOf(file, text)
        .filter(
          (key) =>
            !new RegExp(`\\.${escaped(key)}\\b|['"]${escaped(key)}['"]|[{,]\\s*${escaped(key)}\\s*[,}:]`).test(
              near.map(([, other]) => other).join('\n'),
            ),
        )
        .map((key) => `${file}: ${key}`)
    })
    expect(catalogues.length).toBeGreaterThan(20)
    expect(unused).toEqual([])
  })
})
