import { describe, expect, it } from 'vitest'
import { router, segmentsOf } from './router.ts'

const find = router([
  { path: '' },
  { path: 'apps' },
  { path: 'apps/new' },
  { path: 'apps/:id' },
  { path: 'apps/:id/keys/:kid' },
  { path: 'docs/**' },
])
const found = (path: string) => {
  const match = find(segmentsOf(path))
  return match && [match.route.path, match.path]
}

describe('a router', () => {
  it.each([
    ['', ['', {}]],
    ['apps', ['apps', {}]],
    ['apps/new', ['apps/new', {}]],
    ['apps/7', ['apps/:id', { id: '7' }]],
    ['apps/a%2Fb', ['apps/:id', { id: 'a%2Fb' }]],
    ['apps/7/keys/k', ['apps/:id/keys/:kid', { id: '7', kid: 'k' }]],
    ['docs', ['docs/**', {}]],
    ['docs/a/b', ['docs/**', {}]],
  ])('finds the first matching row for %s', (path, row) => expect(found(path)).toEqual(row))

  it.each(['app', 'apps/', 'apps//keys/k', 'apps/7/keys', 'other'])('finds no row for %s', (path) =>
    expect(found(path)).toBeUndefined(),
  )
})
