import { expect, it } from 'vitest'
import { busyAnswer } from './busy-answer.ts'

it('the page of a server that is busy speaks for no peer, whatever was asked for', () => {
  const headers = { accept: 'text/html', 'accept-language': 'nl' }
  for (const kind of ['page', 'work'] as const) {
    const page = String(busyAnswer(kind, { method: 'GET', headers }).body)
    expect(page).toContain('Het is hier even te druk')
    expect(page).not.toContain('class="actor')
  }
})
