import { describe, expect, it } from 'vitest'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'
import { cautionsOf, effectsOf, together } from './permission-effects.ts'

const permission = (more: Partial<RolePermission>): RolePermission => ({
  resourceType: 'Task',
  scope: 'all',
  operations: 'cruds',
  grantedBy: [],
  ...more,
})

describe('what a permission lets an app do', () => {
  it('ORI-01 includes creating records of its own, whichever it may read and change', () => {
    expect(effectsOf(permission({}))).toEqual([
      { operations: ['c'], of: 'own', type: 'Task', except: [] },
      { operations: ['r', 's'], of: 'all', type: 'Task', except: [] },
      { operations: ['u', 'd'], of: 'all', type: 'Task', except: [] },
    ])
  })

  it('ORI-07 does not include creating under a grant of another app, and there is a warning', () => {
    const granted = permission({ scope: 'granted', operations: 'cru', grantedBy: ['demo-portal'] })
    expect(effectsOf(granted).map(({ operations, of }) => [operations, of])).toEqual([
      [['r'], ['demo-portal']],
      [['u'], ['demo-portal']],
    ])
    expect(cautionsOf(granted)).toEqual(['granted_create'])
    expect(cautionsOf({ ...granted, operations: 'ru' })).toEqual([])
    expect(effectsOf({ ...granted, grantedBy: [] })).toEqual([])
  })

  it('ORI-12 * does not include types that must be named, and there is a warning when it may write', () => {
    expect(effectsOf(permission({ resourceType: '*', operations: 'rd' }))).toEqual([
      { operations: ['r'], of: 'all', type: '*', except: ['AuditEvent'] },
      { operations: ['d'], of: 'all', type: '*', except: ['AuditEvent', 'Device', 'Subscription'] },
    ])
    expect(cautionsOf(permission({ resourceType: '*', operations: 'd' }))).toEqual(['star'])
    expect(cautionsOf(permission({ resourceType: '*', operations: 'rs' }))).toEqual([])
  })

  it('ORI-13 includes switching off and deleting the Subscriptions of others, and no other change of them', () => {
    expect(cautionsOf(permission({ resourceType: 'Subscription', operations: 'u' }))).toEqual(['subscriptions'])
    expect(cautionsOf(permission({ resourceType: 'Subscription', operations: 'u', scope: 'own' }))).toEqual([])
  })

  it('includes adding to the audit log, and never changing it', () => {
    const audit = permission({ resourceType: 'AuditEvent' })
    expect(effectsOf(audit).flatMap(({ operations }) => operations)).toEqual(['c', 'r', 's'])
    expect(cautionsOf(audit)).toEqual(['audit'])
    expect(cautionsOf({ ...audit, operations: 'rs' })).toEqual([])
  })

  const said = (...permissions: readonly Partial<RolePermission>[]) =>
    together(permissions.map(permission).flatMap(effectsOf)).map(({ operations, of, types }) => [
      operations.join(''),
      of,
      types,
    ])

  it('says the same of several types at once, and of every type by itself', () => {
    const [task, star, patient] = ['Task', '*', 'Patient'].map((resourceType) => ({ resourceType, operations: 'd' }))
    expect(said({ ...task }, { ...star }, { ...patient }, { ...task })).toEqual([['d', 'all', ['*']]])
    expect(said({ ...task }, { ...patient }, { ...task })).toEqual([['d', 'all', ['Task', 'Patient']]])
    const device = { resourceType: 'Device', operations: 'd' }
    expect(said({ ...star }, device)).toEqual([
      ['d', 'all', ['*']],
      ['d', 'all', ['Device']],
    ])
  })

  it('says once what all records and some of them have in common', () => {
    const reader = { resourceType: '*', operations: 'rs' }
    const own = { resourceType: 'Subscription', scope: 'own' } as const
    const granted = { scope: 'granted', operations: 'ru', grantedBy: ['demo-portal'] } as const
    expect(said(reader, own, granted)).toEqual([
      ['rs', 'all', ['*']],
      ['cud', 'own', ['Subscription']],
      ['u', ['demo-portal'], ['Task']],
    ])
    const audit = { resourceType: 'AuditEvent', operations: 'rs', scope: 'own' } as const
    expect(said(reader, audit), 'every type does not have it').toContainEqual(['rs', 'own', ['AuditEvent']])
  })
})
