import { expect, it } from 'vitest'
import { coresIn } from './machine.ts'

it('the list of allowed cores is parsed in the format of Linux', () => {
  expect(coresIn('0-1')).toEqual([0, 1])
  expect(coresIn('4,6-8,11')).toEqual([4, 6, 7, 8, 11])
  expect([coresIn(), coresIn('')]).toEqual([[], []])
})
