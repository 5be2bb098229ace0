import { expect, it } from 'vitest'
import { CHECK_NAMES } from '../checks/checks.ts'
import { checkGroups } from './check-groups.ts'

it('the groups have every check once', () => {
  const grouped = checkGroups('en').flatMap(({ checks }) => checks.map(({ name }) => name))
  expect([...grouped].sort()).toEqual([...CHECK_NAMES].sort())
  const [first] = checkGroups('nl')
  expect(first).toMatchObject({ step: 'portal.launch', peer: 'portal' })
  expect(first?.checks.map(({ name }) => name)).toEqual(['portal.person', 'portal.task', 'portal.target'])
  expect(first?.checks[1]?.rule, 'in words').toBe('een taak die bestaat en die deze persoon mag openen')
})
