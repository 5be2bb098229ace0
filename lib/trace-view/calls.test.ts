import { describe, expect, it } from 'vitest'
import { callsDone, callsTried } from './call-words.ts'
import { type CalledStep, callsOf, onlyReads } from './calls.ts'

const BASE = 'http://localhost:3000/fhir/DEFAULT'
const step = (name: CalledStep['step'], method: string, path: string, location?: string): CalledStep => ({
  ...{ step: name, method, url: `${BASE}${path}` },
  location,
})
const token = step('token.client_credentials', 'POST', '')
const get = (path: string) => step('fhir', 'GET', path)
const write = (method: string, path: string, location?: string) => step('fhir.write', method, path, location)

/** What is told of requests, in both languages. */
const told = (steps: readonly CalledStep[]) => {
  const calls = callsOf(steps)
  return [callsDone(calls, 'en'), callsDone(calls, 'nl')]
}

describe('what the requests of a trace did', () => {
  it.each([
    [[token], 'got a token', 'kreeg een token'],
    [[token, get('/Task'), get('/Task/1'), get('/Patient/2')], 'read Task and Patient', 'las Task en Patient'],
    [[get('/A'), get('/B'), get('/C')], 'read A, B and C', 'las A, B en C'],
    [
      [get('/Task/1'), write('PATCH', '/Task/1'), write('PATCH', '/Task/1')],
      'changed Task/1 and read Task',
      'wijzigde Task/1 en las Task',
    ],
    [[write('POST', '/Task', `${BASE}/Task/7/_history/1`)], 'created Task/7', 'maakte Task/7'],
    [
      ['a', 'b'].map((n) => write('PUT', `/Task/0097ff33-09b1-4268-8611-41a2e6e088${n}`)),
      'changed Task',
      'wijzigde Task',
    ],
    [[write('POST', '/Task')], 'created Task', 'maakte Task'],
    [[write('DELETE', '/Task/1')], 'deleted Task/1', 'verwijderde Task/1'],
    [[write('POST', '')], 'sent a Bundle', 'stuurde een Bundle'],
    [[write('POST', '/Task/$validate')], 'read Task', 'las Task'],
  ])('is told in words: %#', (steps, en, nl) => expect(told(steps)).toEqual([en, nl]))

  it('counts each act once, and leaves out what is no request of a client by itself', () => {
    const notified = { step: 'subscription.notified', method: 'POST', url: 'https://my.app/hook' } as const
    expect(callsOf([get('/Task'), get('/Task/1'), notified])).toEqual([{ act: 'read', on: 'Task', times: 2 }])
  })

  it('names at most five things', () => {
    expect(callsOf(['A', 'B', 'C', 'D', 'E', 'F'].map((type) => get(`/${type}`)))).toHaveLength(5)
  })

  it('has the names of records', () => {
    const named = [{ act: 'change', on: 'Task/1', name: 'Week 1', times: 1 }] as const
    expect(callsDone(named, 'en')).toBe('changed “Week 1”')
    expect(callsTried(named, 'nl')).toBe('probeerde ‘Week 1’ te wijzigen')
    expect(callsTried(callsOf([token]), 'en')).toBe('tried to get a token')
  })

  it('is only reading where nothing was changed', () => {
    expect(onlyReads(callsOf([token, get('/Task')]))).toBe(true)
    expect(onlyReads(callsOf([get('/Task'), write('PATCH', '/Task/1')]))).toBe(false)
  })
})
