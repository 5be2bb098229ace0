import { describe, expect, it } from 'vitest'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'
import { cautionsOf, effectsOf } from './permission-effects.ts'

const permission = (more: Partial<RolePermission>): RolePermission => ({
  resourceType: 'Task',
  scope: 'all',
  operations: 'cruds',
  grantedBy: [],
  ...more,
})

describe('what a permission lets an app do', () => {
  it('ORI-01 is to create records of its own, whomever it may read and change', () => {
    expect(effectsOf(permission({}))).toEqual([
      { operations: ['c'], of: 'own', type: 'Task', except: [] },
      { operations: ['r', 's'], of: 'all', type: 'Task', except: [] },
      { operations: ['u', 'd'], of: 'all', type: 'Task', except: [] },
    ])
  })

  it('ORI-07 is not to create where others granted it, which is cautioned about', () => {
    const granted = permission({ scope: 'granted', operations: 'cru', grantedBy: ['demo-portal'] })
    expect(effectsOf(granted).map(({ operations, of }) => [operations, of])).toEqual([
      [['r'], ['demo-portal']],
      [['u'], ['demo-portal']],
    ])
    expect(cautionsOf(granted)).toEqual(['granted_create'])
    expect(cautionsOf({ ...granted, operations: 'ru' })).toEqual([])
    expect(effectsOf({ ...granted, grantedBy: [] })).toEqual([])
  })

  it('ORI-12 leaves out with * what only its name opens, which is cautioned about where it may write', () => {
    expect(effectsOf(permission({ resourceType: '*', operations: 'rd' }))).toEqual([
      { operations: ['r'], of: 'all', type: '*', except: ['AuditEvent'] },
      { operations: ['d'], of: 'all', type: '*', except: ['AuditEvent', 'Device', 'Subscription'] },
    ])
    expect(cautionsOf(permission({ resourceType: '*', operations: 'd' }))).toEqual(['star'])
    expect(cautionsOf(permission({ resourceType: '*', operations: 'rs' }))).toEqual([])
  })

  it('ORI-13 is to switch off and delete the Subscriptions of others, and no more', () => {
    expect(cautionsOf(permission({ resourceType: 'Subscription', operations: 'u' }))).toEqual(['subscriptions'])
    expect(cautionsOf(permission({ resourceType: 'Subscription', operations: 'u', scope: 'own' }))).toEqual([])
  })

  it('is to add to the audit log, and never to change it', () => {
    const audit = permission({ resourceType: 'AuditEvent' })
    expect(effectsOf(audit).flatMap(({ operations }) => operations)).toEqual(['c', 'r', 's'])
    expect(cautionsOf(audit)).toEqual(['audit'])
    expect(cautionsOf({ ...audit, operations: 'rs' })).toEqual([])
  })
})
