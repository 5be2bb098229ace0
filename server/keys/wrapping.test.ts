import { describe, expect, it } from 'vitest'
import { OperatorError } from '#lib/operator-error.ts'
import { readConfig } from '../config/config.ts'
import type { Wrapped } from './store.ts'
import { wrappingBy } from './wrapping.ts'

const KEY = Buffer.alloc(32, 1).toString('base64url')
const OTHER = Buffer.alloc(32, 2).toString('base64url')
const AUDIT = { kind: 'secret', name: 'audit' } as const

describe('private keys that are kept in a database', () => {
  it('KEY-07 open with the key that wrapped them, and never look the same twice', () => {
    const { keyId, wrap, unwrap } = wrappingBy([KEY])
    const [row, again] = [wrap(AUDIT, 'a secret, ë'), wrap(AUDIT, 'a secret, ë')]
    expect(row).toMatchObject({ ...AUDIT, keyId })
    expect(row.sealed).not.toBe(again.sealed)
    expect(Buffer.from(row.sealed, 'base64url').toString('latin1')).not.toContain('secret')
    expect([unwrap(row), unwrap(again)]).toEqual(['a secret, ë', 'a secret, ë'])
    expect(keyId).not.toContain(KEY.slice(0, 4))
  })

  it('KEY-07 do not open when any of their bytes was changed, or some are missing', () => {
    const { wrap, unwrap } = wrappingBy([KEY])
    const row = wrap(AUDIT, 'a secret')
    const bytes = Buffer.from(row.sealed, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => unwrap({ ...row, sealed: changed.toString('base64url') }), String(at)).toThrow(OperatorError)
    }
    for (let end = 0; end < bytes.length; end += 1)
      expect(() => unwrap({ ...row, sealed: bytes.subarray(0, end).toString('base64url') })).toThrow(
        'secret audit in the database was changed',
      )
  })

  it.each<[string, Partial<Wrapped>]>([
    ['name', { name: 'doctor' }],
    ['kind', { kind: 'key' }],
  ])('KEY-07 do not open in the place of another %s', (_, place) => {
    const { wrap, unwrap } = wrappingBy([KEY])
    expect(() => unwrap({ ...wrap(AUDIT, 'a secret'), ...place })).toThrow('is not in its place')
  })

  it('KEY-07 do not open under the name of another key that is known', () => {
    const { keyId } = wrappingBy([OTHER])
    const { wrap, unwrap } = wrappingBy([KEY, OTHER])
    expect(() => unwrap({ ...wrap(AUDIT, 'a secret'), keyId })).toThrow('does not open')
  })

  it('KEY-05 open with an older key beside the one that wraps', () => {
    const old = wrappingBy([KEY]).wrap(AUDIT, 'a secret')
    const both = wrappingBy([OTHER, KEY])
    expect(both.unwrap(old)).toBe('a secret')
    expect(wrappingBy([OTHER]).unwrap(both.wrap(AUDIT, 'a secret'))).toBe('a secret')
    expect(() => wrappingBy([OTHER]).unwrap(old)).toThrow(`wrapped by another SLIPWAY_KEY (${old.keyId})`)
  })

  it('need a key, and say how to make one', () => {
    expect(() => wrappingBy([])).toThrow('SLIPWAY_KEY is not set')
  })
})

describe('SLIPWAY_KEY', () => {
  it('is 32 bytes in base64url, or several', () => {
    expect(readConfig({ SLIPWAY_KEY: `${KEY} , ${OTHER}` }).wrappingKeys).toEqual([KEY, OTHER])
    expect(readConfig({}).wrappingKeys).toEqual([])
    for (const SLIPWAY_KEY of ['secret', KEY.slice(1), `${KEY},`, `${KEY.slice(1)}+`])
      expect(() => readConfig({ SLIPWAY_KEY })).toThrow('SLIPWAY_KEY: must be 32 bytes in base64url')
  })
})
