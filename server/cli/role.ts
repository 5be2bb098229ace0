// `role add`: a role and its permissions, written TYPE:OPS:SCOPE.
import { permissionProblem } from '#lib/oauth/permission-scope.ts'
import type { Permission } from '../oauth/store.ts'
import type { CommandContext } from './main.ts'
import { CommandFailed, result } from './output.ts'

interface RoleOptions {
  readonly name: string
  readonly permission: readonly string[]
  json?: true
}

export async function addRole({ domain, json }: CommandContext, { name, permission }: RoleOptions): Promise<void> {
  const permissions = permission.map((text) => parsePermission(text, domain.config.resourceTypes))
  await domain.registry.saveRole(name, permissions)
  result(
    json,
    { name, permissions },
    `Role ${name} has ${permissions.length} permission${permissions.length === 1 ? '' : 's'}.`,
  )
}

/** `Patient:rs:all`, `Task:r:own`, `*:rs:granted=client-a,client-b`; throws CommandFailed that says what is wrong. */
export function parsePermission(text: string, types: readonly string[]): Permission {
  const [, resourceType = '', operations = '', scope = '', grants = ''] =
    /^([^:]+):([a-z]+):(all|own|granted)(?:=(.+))?$/.exec(text) ?? []
  const permission = {
    resourceType,
    operations,
    scope: scope as Permission['scope'],
    grantedBy: grants ? grants.split(',').map((clientId) => clientId.trim()) : [],
  }
  const problem = scope
    ? permissionProblem(permission, types)
    : 'write TYPE:OPS:SCOPE, such as Patient:rs:all or Task:r:granted=my-app.'
  if (problem) throw new CommandFailed(`--permission ${text}: ${problem}`)
  return permission
}
