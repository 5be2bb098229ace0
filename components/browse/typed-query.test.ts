import { describe, expect, it } from 'vitest'
import { typedQuery } from './typed-query.ts'

describe('a query that somebody types', () => {
  it.each([
    ['status=ready', undefined, 'status=ready'],
    ['?status=ready', undefined, 'status=ready'],
    ['Task?status=ready&_count=5', 'Task', 'status=ready&_count=5'],
    ['GET /Task?status=ready', 'Task', 'status=ready'],
    ['http://localhost:3000/fhir/DEFAULT/Task?status=ready', 'Task', 'status=ready'],
    ['', undefined, ''],
  ])('%s', (typed, type, search) => {
    const read = typedQuery(typed)
    expect('bad' in read ? read : [read.type, `${read.search}`]).toEqual([type, search])
  })

  it.each([
    ['jansen', 'jansen'],
    ['name=jansen&active', 'active'],
    ['GET /Task', 'GET /Task'],
  ])('names what is no parameter: %s', (typed, bad) => {
    expect(typedQuery(typed)).toEqual({ bad })
  })
})
