import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'

/** The arguments that a shell hands to curl. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { for one in "$@"; do echo "$one"; done; }; ${command}`
  const env = { ...process.env, TOKEN: 'a.b.c' }
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).trimEnd().split('\n')
}

describe('copy as curl', () => {
  it.each([
    'http://localhost:3000/fhir/DEFAULT/Patient/1',
    'http://localhost:3000/fhir/DEFAULT?_getpages=x&_count=5',
    'http://localhost:3000/fhir/DEFAULT/Patient?identifier=$(id)`id`\'"; id',
  ])('hands the shell nothing but the URL: %s', (url) => {
    expect(argumentsOf(curlOf(url))).toEqual([
      ...['-H', 'Authorization: Bearer a.b.c', '-H', 'Accept: application/fhir+json', url],
    ])
  })

  it('holds a placeholder where the token goes', () => {
    expect(curlOf('http://localhost:3000/fhir')).toContain('"Authorization: Bearer $TOKEN"')
  })
})
