// The cache of lists: the size of its keys.
import { expect, it } from 'vitest'
import type { Search } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { workersHere } from '../threads/search-work.ts'
import { searchIndex } from './index.ts'
import { listCache } from './list-cache.ts'

const searchFor = (values: readonly string[]): Search => ({
  type: 'Task',
  conditions: [{ param: 'subject', alternatives: values.map((value) => ({ system: '', value })) }],
  visibility: 'all',
  sort: '_id',
})

it('a list is known by a short key, however much its search asks for', () => {
  const { sql } = temporaryDatabase()
  const { keyOf } = listCache(searchIndex(sql), workersHere(sql), 1_000_000)
  const many = Array.from({ length: 5000 }, (_, n) => `Patient/${n}`)
  const key = keyOf(searchFor(many))
  expect(key.length).toBeLessThan(300)
  expect(keyOf(searchFor([...many]))).toBe(key)
  expect(keyOf({ ...searchFor(many), sort: '-_id' })).toBe(key)
  expect(keyOf(searchFor(many.slice(1)))).not.toBe(key)
  expect(keyOf({ ...searchFor(many), type: 'Patient' })).not.toBe(key)
})
