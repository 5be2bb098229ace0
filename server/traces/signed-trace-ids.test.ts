import { describe, expect, it } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { signedTraceIds } from './signed-trace-ids.ts'

const traces = (secret = 'a-secret') => signedTraceIds({ secret: () => secret, random: systemRandom })

describe('a signed X-Trace-Id, made for one person', () => {
  it('is accepted for that person and for no other', () => {
    const { make, isOf } = traces()
    const id = make('daan@demo.test')
    expect(isOf(id, 'daan@demo.test')).toBe(true)
    for (const other of ['', 'daan@demo.tes', 'marijke@demo.test']) expect(isOf(id, other)).toBe(false)
    expect(make('daan@demo.test')).not.toBe(id)
  })

  it('is not accepted when it was made with another secret, or changed', () => {
    const { isOf } = traces()
    const forged = traces('another').make('daan@demo.test')
    const [id = '', seal = ''] = traces().make('daan@demo.test').split('.')
    const changed = `${id.startsWith('0') ? '1' : '0'}${id.slice(1)}.${seal}`
    for (const one of [forged, changed, id, `${id}.`, `${id}.${seal}x`, ''])
      expect(isOf(one, 'daan@demo.test')).toBe(false)
  })

  it('EVT-01 is a valid FHIR id, so that it can stand in an AuditEvent', () => {
    expect(isResourceId(traces().make('daan@demo.test'))).toBe(true)
  })
})
