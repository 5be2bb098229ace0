import { expect, it } from 'vitest'
import { coresIn } from './machine.ts'

it('the list of cores that a process may use is read as Linux writes it', () => {
  expect(coresIn('0-1')).toEqual([0, 1])
  expect(coresIn('4,6-8,11')).toEqual([4, 6, 7, 8, 11])
  expect([coresIn(), coresIn('')]).toEqual([[], []])
})
