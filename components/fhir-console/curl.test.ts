import { describe, expect, it } from 'vitest'
import { addressOf, askedOf, NO_TOKEN, withMethod } from './asked.ts'
import { curlOf } from './curl.ts'

const URL = 'http://localhost:3000/fhir/DEFAULT/Task/7'

describe('the request of an address', () => {
  it('is what the address says, with defaults for the rest', () => {
    expect(askedOf({ method: 'patch', path: 'Task/7', client: 'demo-app' })).toMatchObject({
      method: 'PATCH',
      path: 'Task/7',
      client: 'demo-app',
      headers: { 'content-type': 'application/json-patch+json' },
    })
    expect(askedOf({ method: 'TRACE' })).toMatchObject({ method: 'GET', path: '', headers: {} })
  })

  it('goes back into an address without its body', () => {
    const asked = { ...askedOf({ method: 'PUT', path: 'Task?a=b c', client: 'demo-portal' }), body: '{"secret":1}' }
    expect(addressOf(asked)).toBe('/tools/fhir?method=PUT&path=Task%3Fa%3Db+c&client=demo-portal')
  })

  it('tells the base, to which Bundles are sent, from an address without a path', () => {
    expect(addressOf(askedOf({ method: 'POST', path: '' }))).toBe('/tools/fhir?method=POST&path=')
  })

  it('keeps its own headers when the method changes, but not those of a body', () => {
    const asked = { ...askedOf({ method: 'PATCH', path: 'Task/7' }), body: '[]' }
    const changed = withMethod({ ...asked, headers: { ...asked.headers, 'if-match': 'W/"1"' } }, 'DELETE')
    expect(changed.headers).toEqual({ 'if-match': 'W/"1"' })
  })
})

describe('the curl of a request', () => {
  it('has its method, headers and body, and a placeholder for the token', () => {
    const asked = { ...askedOf({ method: 'PATCH', path: 'Task/7', client: 'demo-app' }), body: `[{"op":"it's"}]` }
    expect(curlOf({ ...asked, headers: { ...asked.headers, 'if-match': 'W/"1"' } }, URL)).toBe(
      [
        `curl -i -X PATCH '${URL}'`,
        '-H "Authorization: Bearer $TOKEN"',
        `-H 'accept: application/fhir+json'`,
        `-H 'content-type: application/json-patch+json'`,
        `-H 'if-match: W/"1"'`,
        `--data-raw '[{"op":"it'\\''s"}]'`,
      ].join(' \\\n  '),
    )
  })

  it('has no token where none was sent', () => {
    expect(curlOf(askedOf({ path: 'metadata', client: NO_TOKEN }), URL)).not.toContain('TOKEN')
  })
})
