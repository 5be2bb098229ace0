import { describe, expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome, Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/142.0.0.0`, 'Edge, Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME.replace('Safari', 'Mobile Safari')}`, 'Chrome, Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1',
      'Safari, iOS',
    ],
    ['curl/8.5.0', undefined],
    ['', undefined],
    ['<script>alert(1)</script> Firefox/1', 'Firefox'],
  ])('of %s is %s, and nothing else of it is kept', (agent, name) => {
    expect(browserName(new Request('https://a.example', { headers: { 'user-agent': agent } }))).toBe(name)
  })
})
