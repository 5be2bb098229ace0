import { describe, expect, it } from 'vitest'
import { textToBase64url } from './encoding.ts'
import { decodeJwt } from './jwt.ts'

describe('a pasted JWT', () => {
  it('is taken apart, with the letters of any language', () => {
    const token = `${textToBase64url('{"alg":"RS384"}')}.${textToBase64url('{"name":"Zoë 😀"}')}.AAAA`
    expect(decodeJwt(` ${token}\n`)).toEqual({ header: { alg: 'RS384' }, claims: { name: 'Zoë 😀' } })
  })

  it.each([
    ['', { kind: 'parts', count: 1 }],
    ['a.b', { kind: 'parts', count: 2 }],
    ['a.b.c.d.e', { kind: 'parts', count: 5 }],
    ['$.e30.x', { kind: 'base64url', part: 'header' }],
    ['e30.YQ.x', { kind: 'json', part: 'claims' }],
    ['e30.W10.x', { kind: 'json', part: 'claims' }],
    ['_w.e30.x', { kind: 'base64url', part: 'header' }],
  ])('%s is told what is wrong with it', (text, problem) => {
    expect(decodeJwt(text)).toEqual(problem)
  })
})
