import { describe, expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const SITE = 'https://app.example/below'
const from = (headers: Record<string, string>) => isSameOrigin(new Request(SITE, { method: 'POST', headers }), SITE)

describe('isSameOrigin (SEC-08)', () => {
  it.each([
    [{ origin: 'https://app.example' }],
    [{ origin: 'https://app.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'same-origin' }],
  ])('is true for %o', (headers) => {
    expect(from(headers)).toBe(true)
  })

  it.each([
    [{}],
    [{ origin: 'null' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://app.example' }],
    [{ origin: 'https://app.example:8443' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'https://app.example', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://app.example', 'sec-fetch-site': 'none' }],
  ])('is false for %o', (headers: Record<string, string>) => {
    expect(from(headers)).toBe(false)
  })
})
