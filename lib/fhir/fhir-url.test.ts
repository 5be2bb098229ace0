import { describe, expect, it } from 'vitest'
import { urlBelowBase, urlOfPath, urlOfTyped } from './fhir-url.ts'

const BASE = 'https://ehr.example/r4'

describe('urlBelowBase', () => {
  it.each([
    BASE,
    `${BASE}/`,
    `${BASE}/Patient`,
    `${BASE}/Patient/1/_history/2`,
    `${BASE}?_getpages=a-b&_getpagesoffset=40&_bundletype=searchset`,
    `${BASE}/Task?patient=Patient%2F1&date=ge2026..`,
  ])('keeps %s as it is', (url) => {
    expect(urlBelowBase(BASE, url)).toBe(url)
    expect(urlBelowBase(`${BASE}/`, url)).toBe(url)
  })

  it.each([
    'https://ehr.example',
    'https://ehr.example/r4x/Patient',
    'https://ehr.example.evil.example/r4/Patient',
    `${BASE}@evil.example/`,
    `${BASE}:80/`,
    `${BASE}/..`,
    `${BASE}/./Patient`,
    `${BASE}/a/../../b`,
    `${BASE}/%2e%2e/x`,
    `${BASE}/a%2f..%2fb`,
    `${BASE}/a;b`,
    `${BASE}//evil.example`,
    `${BASE}\\..\\x`,
    `${BASE}/Patient#x`,
    `${BASE}/Patient?x=\ny`,
    ` ${BASE}/Patient`,
    `${BASE}/Patient?${'x'.repeat(9000)}`,
  ])('refuses %s', (url) => {
    expect(urlBelowBase(BASE, url)).toBeUndefined()
  })
})

describe('urlOfPath', () => {
  it('puts a path below the base', () => {
    expect(urlOfPath(BASE, 'Task?_count=5')).toBe(`${BASE}/Task?_count=5`)
    expect(urlOfPath(`${BASE}/`, 'Patient/x')).toBe(`${BASE}/Patient/x`)
  })

  it.each(['', '/Patient', '../x', 'metadata', '.well-known/smart-configuration', 'Patient/../x'])(
    'refuses %s',
    (path) => {
      expect(urlOfPath(BASE, path)).toBeUndefined()
    },
  )
})

describe('urlOfTyped', () => {
  it.each([
    ['Task/7', `${BASE}/Task/7`],
    ['/Task?_count=1', `${BASE}/Task?_count=1`],
    [' Patient/$validate ', `${BASE}/Patient/$validate`],
    ['', BASE],
    ['?_page=x', `${BASE}?_page=x`],
    ['/r4/Task', `${BASE}/Task`],
    ['/r4', BASE],
    [`${BASE}/Task/7`, `${BASE}/Task/7`],
    ['metadata', `${BASE}/metadata`],
  ])('reads %j as %s', (typed, url) => expect(urlOfTyped(BASE, typed)).toBe(url))

  it.each([
    'https://evil.example/Task',
    '../admin',
    'Task/../../x',
    '//evil.example/x/..',
    'Task/%2e%2e',
    'javascript:alert(1)',
  ])('refuses %j', (typed) => expect(urlOfTyped(BASE, typed)).toBeUndefined())
})
