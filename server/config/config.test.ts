import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, ENVIRONMENT_NAMES, readConfig } from './config.ts'

const example = readFileSync('.env.example', 'utf8')
const assignments = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
)

describe('settings', () => {
  it('are all in .env.example, and nothing else is', () => {
    expect(assignments.map(([name]) => name).sort()).toEqual([...ENVIRONMENT_NAMES].sort())
  })

  it('are the same with .env.example copied as with nothing set', () => {
    expect(readConfig(Object.fromEntries(assignments))).toEqual(readConfig({}))
  })

  it('name a file or a PostgreSQL as the database, and refuse another one without repeating its password', () => {
    const of = (DATABASE_URL: string) => readConfig({ DATABASE_URL })
    expect(of('file:/tmp/a.db')).toMatchObject({ databaseFile: '/tmp/a.db', postgresUrl: undefined })
    const url = 'postgres://slipway:pass-word@localhost/slipway'
    expect(of(url)).toMatchObject({ postgresUrl: url })
    const refused = (() => {
      try {
        return String(of('mysql://slipway:pass-word@localhost/slipway'))
      } catch (error) {
        return String(error)
      }
    })()
    expect(refused).toContain('DATABASE_URL: must be file:<path>, or postgres://USER:PASSWORD@HOST:5432/DATABASE')
    expect(refused).not.toContain('pass-word')
  })

  it('build every address from PUBLIC_URL, without a trailing slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://launch.example.org/' })).toMatchObject({
      publicUrl: 'https://launch.example.org',
      authUrl: 'https://launch.example.org',
      baseUrl: 'https://launch.example.org',
      idpIssuer: 'https://launch.example.org/idp',
      demo: false,
      idpSignup: false,
    })
  })

  it('ACG-19 refuses plain http anywhere but on this machine', () => {
    expect(() => readConfig({ PUBLIC_URL: 'http://launch.example.org' })).toThrow(/PUBLIC_URL: must be https/)
    expect(() => readConfig({ PUBLIC_URL: 'https://a.example', AUTH_URL: 'http://b.example' })).toThrow(/AUTH_URL/)
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:8080' }).demo).toBe(true)
  })

  it('refuse a PUBLIC_URL below a path, and say what to do', () => {
    for (const name of ['PUBLIC_URL', 'AUTH_URL', 'BASE_URL'])
      expect(() => readConfig({ PUBLIC_URL: 'https://a.example', [name]: 'https://h.example/slipway' })).toThrow(
        `${name}: must be a host without a path`,
      )
    expect(readConfig({ PUBLIC_URL: 'https://h.example/' }).publicUrl).toBe('https://h.example')
    expect(readConfig({ HOST: '::1', PORT: '3001' }).publicUrl).toBe('http://[::1]:3001')
  })

  it.each([
    ['https://Launch.Example.org:443/', 'https://launch.example.org'],
    ['http://LOCALHOST:80', 'http://localhost'],
    ['https://ex\u00e4mple.org', 'https://xn--exmple-cua.org'],
    ['https://[2001:DB8:0::1]:8443', 'https://[2001:db8::1]:8443'],
    ['http://0x7f.1:3000', 'http://127.0.0.1:3000'],
  ])('DIS-11 take %s as the origin that browsers make of it', (typed, origin) => {
    expect(readConfig({ PUBLIC_URL: typed })).toMatchObject({
      publicUrl: origin,
      authUrl: origin,
      idpIssuer: `${origin}/idp`,
    })
    expect(readConfig({ PUBLIC_URL: 'https://a.example', AUTH_URL: typed }).authUrl).toBe(origin)
  })

  it.each([
    ['https://user:pass@h.example', 'must be a host name or an IP address, without a user'],
    ["https://h.example'", 'must be a host name or an IP address'],
    ['https://h.example;x', 'must be a host name or an IP address'],
    ['https://h.example/%2e', 'must be a host without a path'],
  ])('refuse %s', (typed, problem) => {
    for (const name of ['PUBLIC_URL', 'AUTH_URL', 'BASE_URL'])
      expect(() => readConfig({ PUBLIC_URL: 'https://a.example', [name]: typed })).toThrow(`${name}: ${problem}`)
  })

  it('name every bad value at once', () => {
    const bad = () => readConfig({ PORT: '0', PUBLIC_URL: 'ftp://x', RATE_LIMIT: 'maybe' })
    expect(bad).toThrow(ConfigError)
    expect(bad).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*RATE_LIMIT/)
  })

  it('say what was expected and what came', () => {
    const said = (env: Readonly<Record<string, string>>, line: string) =>
      expect(() => readConfig(env)).toThrow(`The settings cannot be used:\n  - ${line}`)
    for (const port of ['abc', '0', '1.5', '70000'])
      said({ PORT: port }, `PORT: must be a whole number from 1 to 65535; it is "${port}"`)
    said({ RATE_LIMIT_FHIR: '-1' }, 'RATE_LIMIT_FHIR: must be a whole number of 1 or more; it is "-1"')
    said({ RATE_LIMIT: 'maybe' }, 'RATE_LIMIT: must be one of on, off; it is "maybe"')
    said(
      { PUBLIC_URL: 'localhost:3' },
      'PUBLIC_URL: must be an http(s) URL without query or fragment; it is "localhost:3"',
    )
  })

  it('refuse a resource type that R4 does not have, and take all of R4 for *', () => {
    expect(() => readConfig({ RESOURCE_TYPES: 'Patient,Patients' })).toThrow(/Patients/)
    expect(readConfig({ RESOURCE_TYPES: '*' }).resourceTypes).toContain('Observation')
  })

  it('read a secret from the file that NAME_FILE names', () => {
    const env = { SHARED_IDP_ISSUER: 'https://idp.example', SHARED_IDP_CLIENT_ID: 'slipway' }
    expect(readConfig({ ...env, SHARED_IDP_CLIENT_SECRET_FILE: 'package.json' }).externalIdp?.clientSecret).toContain(
      'slipway',
    )
    expect(() => readConfig({ ...env, SHARED_IDP_CLIENT_SECRET_FILE: 'no-such-file' })).toThrow(/cannot be read/)
  })
})
