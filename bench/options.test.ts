import { expect, it } from 'vitest'
import { readOptions, wantedBy } from './options.ts'

it('the benchmark measures both sizes in seven rounds unless told, and all of it', () => {
  const options = readOptions([])
  expect(options).toMatchObject({ rounds: 7, seconds: 1, warmUp: 3, size: [1100, 100_000] })
  expect(wantedBy(options)('anything')).toBe(true)
})

it('only what has one of some words in its name is measured where that is asked', () => {
  const options = readOptions(['--size', '500,2000', '--only', 'list of, UI /portal'])
  expect(options.size).toEqual([500, 2000])
  const wanted = wantedBy(options)
  expect(['list of 40', 'UI /portal (patient)', 'read', 'UI /admin (nobody)'].map(wanted)).toEqual([
    ...[true, true, false, false],
  ])
})
