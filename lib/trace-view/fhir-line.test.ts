import { describe, expect, it } from 'vitest'
import { fhirAddress, lineOf } from './fhir-line.ts'

const BASE = 'http://localhost:3000/fhir'
const read = { step: 'fhir', method: 'GET', url: `${BASE}/DEFAULT/Task/7`, sent: {} } as const

describe('the line of a FHIR step', () => {
  it.each([
    [read, 'GET Task/7'],
    [{ ...read, url: `${BASE}/Task`, sent: { status: 'ready', _count: '2' } }, 'GET Task?status=ready&_count=2'],
    [{ ...read, step: 'fhir.write', method: 'POST', url: `${BASE}/DEFAULT` }, 'POST /'],
    [{ ...read, step: 'subscription.compared', url: `${BASE}/DEFAULT/Task/7/_history/3` }, 'Task/7/_history/3'],
    [
      { ...read, step: 'subscription.notified', method: 'POST', url: 'https://my.app/hook' },
      'POST https://my.app/hook',
    ],
    [{ ...read, step: 'authorize', url: 'http://localhost:3000/oauth2/authorize' }, undefined],
  ] as const)('is the method and address of the request: %j', (step, line) => expect(lineOf(step)).toBe(line))

  it('leaves out removed values', () => {
    expect(fhirAddress({ ...read, sent: { name: { redacted: 'personal' } } })).toBe('Task/7')
  })
})
