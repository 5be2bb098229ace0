import { expect, it } from 'vitest'
import { busyAnswer } from './busy-answer.ts'

const SITE = 'http://localhost:3000'

it('the page of a busy server names no peer, whichever address was requested', () => {
  const headers = { accept: 'text/html', 'accept-language': 'nl' }
  for (const kind of ['page', 'work'] as const) {
    const page = String(busyAnswer(kind, { method: 'GET', headers }, SITE).body)
    expect(page).toContain('Het is hier even te druk')
    expect(page).not.toContain('class="actor')
  }
})

it('has the length of its Content-Length, and is no page for a preflight', () => {
  const headers = { accept: 'text/html' }
  for (const kind of ['fhir', 'work', 'page'] as const)
    for (const method of ['GET', 'OPTIONS']) {
      const answer = busyAnswer(kind, { method, headers }, SITE)
      expect(answer.headers['content-length']).toBe(String(answer.body.byteLength))
    }
  const preflight = busyAnswer('work', { method: 'OPTIONS', headers }, SITE)
  expect(preflight.headers['content-type']).toBe('application/json')
})
