import { expect, it } from 'vitest'
import { CHECK_NAMES } from '../checks/checks.ts'
import { checkGroups } from './check-groups.ts'

it('the groups have every check once', () => {
  const grouped = checkGroups().flatMap(({ checks }) => checks)
  expect([...grouped].sort()).toEqual([...CHECK_NAMES].sort())
  expect(checkGroups()[0]).toEqual({
    ...{ step: 'portal.launch', peer: 'portal' },
    checks: ['portal.person', 'portal.task', 'portal.target'],
  })
})
