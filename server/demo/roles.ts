// The roles of the demo domain's own apps: each may write what its work requires, and no more. Every role has its app's
// client_id as its name.
import type { RolePermission } from '#lib/oauth/permission-scope.ts'
import { DEMO_APP, DEMO_CONSOLE, DEMO_PORTAL } from './resources.ts'

interface DemoRole {
  readonly clientId: string
  readonly permissions: readonly RolePermission[]
}

/** The types that the portal manages: people, their care teams, activities, and the tasks that it assigns. */
const OF_THE_PORTAL = [
  'ActivityDefinition',
  'CareTeam',
  'Endpoint',
  'Patient',
  'Practitioner',
  'RelatedPerson',
  'Subscription',
  'Task',
]

/** Everything but the audit log, as the role `reader`. */
const READ_ALL: RolePermission = { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] }

const own = (resourceType: string): RolePermission => ({
  resourceType,
  operations: 'cruds',
  scope: 'own',
  grantedBy: [],
})

const all = (resourceType: string): RolePermission => ({
  resourceType,
  operations: 'cruds',
  scope: 'all',
  grantedBy: [],
})

/** The roles of a demo domain that serves these types. */
export const demoRoles = (resourceTypes: readonly string[]): readonly DemoRole[] => [
  { clientId: DEMO_PORTAL.clientId, permissions: [READ_ALL, ...OF_THE_PORTAL.map(own)] },
  {
    clientId: DEMO_APP.clientId,
    permissions: [
      READ_ALL,
      { resourceType: 'Task', operations: 'ru', scope: 'granted', grantedBy: [DEMO_PORTAL.clientId] },
      own('Subscription'),
    ],
  },
  {
    // By name, because `*` lets nobody change Devices and Subscriptions. The audit log is shown elsewhere, to fewer
    // people.
    clientId: DEMO_CONSOLE.clientId,
    permissions: [READ_ALL, ...resourceTypes.filter((type) => type !== 'AuditEvent').map(all)],
  },
]
