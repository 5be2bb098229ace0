// `role add`: a role and its permissions, written TYPE:OPS:SCOPE.
import { isOrderedSubset } from '#lib/oauth/smart-scope.ts'
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
  const problem = problemOf({ text, resourceType, operations, scope, grants, types })
  if (problem) throw new CommandFailed(`--permission ${text}: ${problem}`)
  return {
    resourceType,
    operations,
    scope: scope as Permission['scope'],
    grantedBy: grants ? grants.split(',').map((clientId) => clientId.trim()) : [],
  }
}

function problemOf(parts: {
  readonly text: string
  readonly resourceType: string
  readonly operations: string
  readonly scope: string
  readonly grants: string
  readonly types: readonly string[]
}): string | undefined {
  if (!parts.scope) return 'write TYPE:OPS:SCOPE, such as Patient:rs:all or Task:r:granted=my-app.'
  if (parts.resourceType !== '*' && !parts.types.includes(parts.resourceType))
    return `${parts.resourceType} is not a type that this domain serves.`
  if (!isOrderedSubset(parts.operations)) return 'operations are letters out of c r u d s, in that order.'
  if ((parts.scope === 'granted') !== (parts.grants !== ''))
    return 'granted, and only granted, names client_ids after an equals sign.'
  return undefined
}
