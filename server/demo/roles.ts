// The roles of the demo domain's own apps: each may write what its work requires, and no more. Every role has its app's
// client_id as its name.
import { APP_RIGHTS, type AppRight, permissionsWith, READ_ALL } from '#lib/oauth/app-rights.ts'
import type { ClientKind } from '#lib/oauth/client-kind.ts'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'
import { DEMO_APPS, DEMO_CONSOLE, DEMO_PORTAL } from './resources.ts'

/** The role that may read everything but the audit log; every domain has it. */
export const READER = 'reader'

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

const PORTAL_PERMISSIONS = [READ_ALL, ...OF_THE_PORTAL.map(own)]

/** The roles of a demo domain that serves these types. */
export const demoRoles = (resourceTypes: readonly string[]): readonly DemoRole[] => [
  { clientId: DEMO_PORTAL.clientId, permissions: PORTAL_PERMISSIONS },
  ...DEMO_APPS.map(({ clientId }) => ({ clientId, permissions: permissionsWith(APP_RIGHTS, [DEMO_PORTAL.clientId]) })),
  {
    // By name, because `*` lets nobody change Devices and Subscriptions. The audit log is shown elsewhere, to fewer
    // people.
    clientId: DEMO_CONSOLE.clientId,
    permissions: [READ_ALL, ...resourceTypes.filter((type) => type !== 'AuditEvent').map(all)],
  },
]

/** What the role of a developer's app adds to the name of the one that only reads. */
const SUFFIX: Readonly<Record<AppRight, string>> = { complete_tasks: '-tasks', be_notified: '-notified' }

/** The name of the role that a developer's app with these rights gets. */
const nameWith = (rights: readonly AppRight[]): string =>
  [READER, ...APP_RIGHTS.filter((right) => rights.includes(right)).map((right) => SUFFIX[right])].join('')

/** The role of a developer's portal. */
const PORTAL = 'portal'

/** The role of a developer's app with these rights, or of a developer's portal. */
export const developerRole = (kind: ClientKind, rights: readonly AppRight[]) =>
  kind === 'platform'
    ? { name: PORTAL, permissions: PORTAL_PERMISSIONS }
    : { name: nameWith(rights), permissions: permissionsWith(rights, [DEMO_PORTAL.clientId]) }

const DEVELOPER_ROLES = new Set([PORTAL, ...[[], ...APP_RIGHTS.map((right) => [right]), APP_RIGHTS].map(nameWith)])

/** True for a role that `developerRole` gives. */
export const isDeveloperRole = (name: string | undefined): boolean => name !== undefined && DEVELOPER_ROLES.has(name)
