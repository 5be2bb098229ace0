import { describe, expect, it } from 'vitest'
import { opensDocument } from './fetch-metadata.ts'

const opens = (headers: Record<string, string>) => opensDocument(new Headers(headers))

describe('a request that opens a document', () => {
  it.each([[{}], [{ 'sec-fetch-dest': 'document' }]])('has the headers %o', (headers) => {
    expect(opens(headers)).toBe(true)
  })

  it.each([
    [{ 'sec-fetch-dest': 'empty' }],
    [{ 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-dest': 'iframe' }],
    [{ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
    [{ 'sec-fetch-dest': 'document', purpose: 'prefetch' }],
  ])('does not have the headers %o', (headers: Record<string, string>) => {
    expect(opens(headers)).toBe(false)
  })
})
