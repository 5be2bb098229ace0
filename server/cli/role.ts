// `role add | list | delete`: a role and its permissions, written as scopes: system/Task.rs, or system/Task.rs:own.
import { roleChange } from '#lib/audit/config-changes.ts'
import { problemText } from '#lib/i18n/problems.ts'
import { permissionProblem } from '#lib/oauth/permission-scope.ts'
import { isName } from '#lib/text.ts'
import type { Domain } from '../domain/domain.ts'
import type { Permission } from '../oauth/store.ts'
import type { Told } from './audited.ts'
import type { CommandContext } from './context.ts'
import { CommandFailed, CommandUsage, counted, result, table } from './output.ts'

interface RoleOptions {
  readonly name: string
  readonly permission: readonly string[]
}

export async function addRole({ domain, json }: CommandContext, { name, permission }: RoleOptions): Promise<Told> {
  if (!isName(name)) throw new CommandUsage(problemText({ name: 'name_characters' }))
  const permissions = permission.map((text) => parsePermission(text, domain.config.resourceTypes))
  const before = await permissionsOf(domain, name)
  await domain.registry.saveRole(name, permissions)
  result(json, { name, permissions }, `Role ${name} has ${counted(permissions.length, 'permission')}.`)
  return { change: roleChange(name, before, permissions) }
}

/** `system/Task.rs`, and the form from before scopes: `Task:rs:all`. */
const SCOPE = /^system\/([^.:]+)\.([a-z]+)(?::(own|granted)(?:=(.+))?)?$/
const TRIPLE = /^([^:/]+):([a-z]+):(all|own|granted)(?:=(.+))?$/

/**
 * `system/Patient.rs` for all of a type, `system/Task.r:own` for the app's own, `system/*.rs:granted=client-a,client-b`
 * for those of other apps; also as `Patient:rs:all`. Throws CommandUsage with the problem.
 */
function parsePermission(text: string, types: readonly string[]): Permission {
  const [whole, resourceType = '', operations = '', scope = 'all', grants = ''] =
    SCOPE.exec(text) ?? TRIPLE.exec(text) ?? []
  const permission = {
    resourceType,
    operations,
    scope: scope as Permission['scope'],
    grantedBy: grants ? grants.split(',').map((clientId) => clientId.trim()) : [],
  }
  if (whole === undefined)
    throw new CommandUsage(
      `--permission ${text}: write a scope such as system/Patient.rs, system/Task.r:own or system/Task.r:granted=my-app.`,
    )
  const problem = permissionProblem(permission, types)
  if (problem) throw new CommandUsage(`--permission ${text}: ${problemText(problem)}`)
  return permission
}

export async function listRoles({ domain, json }: CommandContext): Promise<void> {
  const roles = await domain.registry.listRoles()
  // A line for each permission: a role of a portal has a dozen.
  const rows = roles.flatMap(({ name, permissions: [first, ...others] }) => [
    [name, first ? written(first) : '-'],
    ...others.map((permission) => ['', written(permission)]),
  ])
  result(json, roles, table([['role', 'permissions'], ...rows]))
}

const written = ({ resourceType, operations, scope, grantedBy }: Permission): string =>
  `system/${resourceType}.${operations}${scope === 'all' ? '' : `:${scope}`}${grantedBy.length > 0 ? `=${grantedBy.join(',')}` : ''}`

export async function deleteRole(
  { domain, json }: CommandContext,
  _options: unknown,
  [name = '']: readonly string[],
): Promise<Told> {
  const before = await permissionsOf(domain, name)
  const removal = await domain.registry.removeRole(name)
  if (removal === 'unknown') throw new CommandFailed(`There is no role named ${name}.`)
  if (removal === 'in_use') throw new CommandFailed(`Apps have the role ${name}: give them another one first.`)
  result(json, { name, deleted: true }, `Role ${name} is deleted.`)
  return { change: roleChange(name, before, undefined) }
}

/** Undefined for a role that is not there. */
const permissionsOf = async ({ registry }: Domain, name: string): Promise<readonly Permission[] | undefined> =>
  (await registry.listRoles()).find((role) => role.name === name)?.permissions
