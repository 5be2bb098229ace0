// The parsers of untrusted text: they answer, never throw, and accept only what they promise.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cookieJar } from '#lib/cookies.ts'
import { urlBelowBase, urlOfPath } from '#lib/fhir/fhir-url.ts'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import { narrativeProblem } from '#lib/fhir/narrative.ts'
import { formatReference, parseReference } from '#lib/fhir/reference.ts'
import { scanJson } from '#lib/fhir/validation/json-scan.ts'
import { originProblems } from '#lib/fhir/validation/origin.ts'
import { NotAResource, readResource } from '#lib/fhir/validation/read-resource.ts'
import { referencesOf } from '#lib/fhir/validation/references.ts'
import { validate } from '#lib/fhir/validation/validate.ts'
import { html } from '#lib/html/html.ts'
import { parseParams } from '#lib/http/params.ts'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { safeRequestId } from '#lib/http/request-id.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { isCodeChallenge, provesChallenge } from '#lib/oauth/pkce.ts'
import { redact } from '#lib/oauth/redact.ts'
import { formatSystemScope, parseSystemScope } from '#lib/oauth/smart-scope.ts'
import { parseStrictObject } from '#lib/oauth/strict-json.ts'
import { claimedUserName } from '#lib/oauth/user-name.ts'
import { jwksUrlProblem } from '#server/oauth/clients/jwks-url-rules.ts'
import { budget, limit } from './budget.ts'
import { nasty, nastyJson } from './nasty.ts'

const RUNS = 300
const check = (arbitrary: fc.Arbitrary<string>, holds: (text: string) => void) =>
  fc.assert(fc.property(arbitrary, holds), budget(RUNS, 0.25))
const text = fc.oneof(
  nasty,
  nastyJson.map((value) => JSON.stringify(value) ?? ''),
  fc.string({ unit: 'binary', maxLength: 400 }),
)
const base64url = (value: string) => Buffer.from(value).toString('base64url')

describe('a parser of what strangers send', () => {
  it(
    'LIM-11 LTK-16 takes a JSON object for one only when every reader sees the same in it',
    () => {
      check(text, (json) => {
        const found = parseStrictObject(json)
        if (found) expect(JSON.parse(json)).toEqual(found)
      })
      check(
        nastyJson.map((value) => JSON.stringify(value)),
        (value) => {
          expect(parseStrictObject(`{"a":${value},"a":1}`)).toBeUndefined()
          expect(parseStrictObject(`{"a":1,"\\u0061":${value}}`)).toBeUndefined()
        },
      )
    },
    limit(),
  )

  it(
    'CRE-10 CRE-12 accepts all JSON except unpaired surrogates, U+0000 and values beyond the limits',
    () => {
      check(text, (json) => {
        if (!scans(json))
          expect(!parses(json) || /[\ud800-\udfff]|\\u(?:0000|d[89a-f])|[[{]{60}|\d{60}/i.test(json)).toBe(true)
        else expect(() => JSON.parse(json)).not.toThrow()
      })
    },
    limit(),
  )

  it(
    'CRE-11 CRE-13 validates any input, and throws only to say that it is no resource',
    () => {
      check(
        nastyJson.map((value) =>
          JSON.stringify({ resourceType: 'Patient', meta: value, name: [value], contained: value }),
        ),
        (json) => {
          const parsed = readOrUndefined(json)
          if (!parsed) return
          for (const mode of ['create', 'update'] as const) {
            expect(validate({ parsed }, { mode, profiles: 'koppeltaal' })).not.toEqual([])
            originProblems(parsed, mode)
          }
          referencesOf(parsed)
        },
      )
    },
    limit(),
  )

  it(
    'AST-03 returns a token or undefined, and never throws',
    () => {
      check(text, (token) => {
        readUnverified(token)
        readUnverified(`${base64url(token)}.${base64url(token)}.x`)
      })
    },
    limit(),
  )

  it(
    'SEC-07 takes an address only when it can stand in a header and in a policy as it is',
    () => {
      check(
        fc.oneof(
          text,
          text.map((one) => `https://${one}`),
          text.map((one) => `https://app.example/${one}`),
        ),
        (url) => {
          if (!isWebUrl(url)) return
          expect(url).toMatch(/^https?:\/\/[\x21-\x7e]+$/)
          expect(new URL(url).origin).toMatch(/^https?:\/\/[a-z0-9._[\]:-]+$/)
          expect(() => new Headers({ location: withQuery(url, { code: 'x' }) })).not.toThrow()
          expect(new URL(withQuery(url, { code: 'x' })).origin).toBe(new URL(url).origin)
        },
      )
    },
    limit(),
  )

  it(
    'AST-22 takes no JWKS URL whose host a URL parser reads as one of ours',
    () => {
      check(
        fc.oneof(
          text,
          fc.ipV4Extended(),
          fc.ipV6().map((one) => `[${one}]`),
        ),
        (host) => {
          const url = `https://${host}/jwks`
          if (jwksUrlProblem(url, { loopbackAllowed: false }) === undefined)
            expect(isPrivateHost(new URL(url).hostname)).toBe(false)
        },
      )
    },
    limit(),
  )

  it(
    'APP-02 lets no path leave a FHIR base',
    () => {
      check(text, (path) => {
        const url = urlOfPath('https://ehr.example/fhir', path)
        if (url) expect(new URL(url).href.startsWith('https://ehr.example/fhir/')).toBe(true)
        const given = urlBelowBase('https://ehr.example/fhir', `https://ehr.example/fhir${path}`)
        if (given) expect(new URL(given).pathname).toMatch(/^\/fhir(\/|$)/)
      })
    },
    limit(),
  )

  it(
    'RBT-20 reads scopes and references back as they were written, or not at all',
    () => {
      check(
        fc.oneof(
          text,
          text.map((one) => `system/${one}`),
          text.map((one) => `system/Patient.rs?resource-origin=Device/${one}`),
        ),
        (scope) => {
          const found = parseSystemScope(scope)
          if (found) expect(parseSystemScope(formatSystemScope(found))).toEqual(found)
          const reference = parseReference(scope)
          if (reference) expect(formatReference(reference)).toBe(scope)
        },
      )
    },
    limit(),
  )

  it(
    'ACG-10 takes a verifier for a challenge only in the characters of RFC 7636',
    () => {
      check(text, (value) => {
        if (isCodeChallenge(value)) expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/)
        expect(provesChallenge(value, value)).toBe(false)
      })
    },
    limit(),
  )

  it(
    'AUZ-27 SEC-01 reads parameters, cookies, languages and request ids from any input',
    () => {
      const cookies = cookieJar('https://care.example')
      check(text, (value) => {
        const { entries, repeated, get } = parseParams(value)
        expect(repeated.size).toBeLessThanOrEqual(entries.length)
        for (const [name, first] of entries) if (!repeated.has(name)) expect(get(name)).toBe(first)
        const headers = { get: () => value }
        expect(['en', 'nl']).toContain(languageOf({ url: 'https://care.example', headers }))
        const request = { headers } as unknown as Request
        expect(cookies.read(request, 'x') ?? '').not.toContain(';')
        if (safeRequestId(value)) expect(value).toMatch(/^[\x21-\x7e]{1,200}$/)
      })
    },
    limit(),
  )

  it(
    'SEC-12 escapes all text, and reports a forbidden narrative without throwing',
    () => {
      check(text, (value) => {
        expect(html`<p title="${value}">${value}</p>`.html.replace(/^<p title="|<\/p>$/g, '')).not.toMatch(/[<']|">.*"/)
        narrativeProblem(value)
        expect(
          narrativeProblem(`<div xmlns="http://www.w3.org/1999/xhtml"><script>${value}</script></div>`),
        ).toBeDefined()
      })
    },
    limit(),
  )

  it(
    'RDR-15 formats JSON and parses it again without changing it',
    () => {
      check(
        nastyJson.map((value) => JSON.stringify({ value })),
        (json) => {
          expect(JSON.parse(pretty(json))).toEqual(JSON.parse(json))
          expect(minify(pretty(json))).toBe(minify(json))
        },
      )
    },
    limit(),
  )

  it(
    'SEC-10 keeps no secret in a trace, whatever shape it comes in',
    () => {
      const secret = 'S3cretS3cretS3cretS3cretS3cretS3cretS3cretS3cret'
      check(
        nastyJson.map((value) => JSON.stringify(value)),
        (json) => {
          const kept = redact({
            password: secret,
            code: secret,
            deep: { client_secret: secret, value: JSON.parse(json) },
          })
          expect(JSON.stringify(kept)).not.toContain(secret)
        },
      )
    },
    limit(),
  )

  it(
    'IDP-08 compares names without folding other letters to ASCII',
    () => {
      check(text, (name) => {
        const found = claimedUserName(name)
        // A letter with a mark above it, as a capital I with a dot becomes, is not the letter of ASCII.
        const plain = (one: string) => one.replace(/.\p{M}+|[^\x20-\x7e]/gsu, '')
        // ASCII in the result was ASCII before: normalisation may remove letters, but never add one.
        if (found !== undefined) expect(plain(name).length).toBeGreaterThanOrEqual(plain(found).length)
      })
    },
    limit(),
  )
})

function scans(json: string): boolean {
  try {
    scanJson(json)
    return true
  } catch {
    return false
  }
}

function parses(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

function readOrUndefined(json: string) {
  try {
    return readResource(json).parsed
  } catch (error) {
    if (!(error instanceof NotAResource)) throw error
    return undefined
  }
}
