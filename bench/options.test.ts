import { expect, it } from 'vitest'
import { readOptions, wantedBy } from './options.ts'

it('by default the benchmark measures all rows of both sizes in seven rounds', () => {
  const options = readOptions([])
  expect(options).toMatchObject({ rounds: 7, seconds: 1, warmUp: 3, size: [1100, 100_000] })
  expect(wantedBy(options)('anything')).toBe(true)
})

it('--only selects the rows whose name contains one of its words', () => {
  const options = readOptions(['--size', '500,2000', '--only', 'list of, page at'])
  expect(options.size).toEqual([500, 2000])
  const wanted = wantedBy(options)
  expect(['list of 40', 'page at 99 %', 'read', 'create'].map(wanted)).toEqual([...[true, true, false, false]])
})
