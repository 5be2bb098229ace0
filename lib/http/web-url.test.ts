import { describe, expect, it } from 'vitest'
import { isWebUrl } from './web-url.ts'

describe('isWebUrl (DIS-08: https unless the host is this machine)', () => {
  it.each([
    'https://ehr.example/r4',
    'http://localhost:3000/x',
    'http://127.0.0.1/x',
    'http://[::1]:8080/',
    'https://a.example/?x=1',
  ])('accepts %s', (url) => {
    expect(isWebUrl(url)).toBe(true)
  })

  it.each([
    'http://ehr.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/launch',
    '//ehr.example/',
    'https://user:password@ehr.example/',
    'https://ehr.example/#fragment',
    'https://ehr.example/a b',
    'https://',
    '',
  ])('refuses %s', (url) => {
    expect(isWebUrl(url)).toBe(false)
  })
})
