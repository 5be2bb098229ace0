import { describe, expect, it } from 'vitest'
import { answerTexts } from './answer-texts.ts'
import { costOf } from './cost.ts'

describe('what a search read, as its answer tells', () => {
  it.each([
    ['search;desc="_lastUpdated, 41 rows"', { led: '_lastUpdated', rows: 41 }],
    ['search;desc="resource-origin, 0 rows"', { led: 'resource-origin', rows: 0 }],
    ['search;desc="memory"', { rows: 0 }],
    ['cdn-cache;desc=HIT', undefined], // Of a proxy in front.
  ])('FBO-12 is read from Server-Timing: %s', (timing, cost) => {
    expect(costOf([['server-timing', timing]])).toEqual(cost)
  })

  it('FBO-12 is nothing without it, and a sentence in both languages with it', () => {
    expect(costOf([['etag', 'W/"1"']])).toBeUndefined()
    expect(answerTexts.en.cost('name', 2051)).toContain('began with name and read at least 2,051 rows')
    expect(answerTexts.nl.cost('name', 2051)).toContain('begon met name en las minstens 2.051 rijen')
  })
})
