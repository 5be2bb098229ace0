// /admin/api/roles: permissions of apps at the FHIR API. A change takes effect immediately, also for issued tokens.
import type { AdminRole, AdminRoles } from '#lib/api/admin.ts'
import { nameForm, roleForm } from '#lib/api/admin-forms.ts'
import { roleChange } from '#lib/audit/config-changes.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import { permissionProblem } from '#lib/oauth/permission-scope.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './endpoint.ts'

export const listRoles = (deps: AdminDeps) => async (): Promise<AdminRoles> => ({
  items: await deps.registry.listRoles(),
  resourceTypes: deps.resourceTypes,
})

/** Adds a role or replaces its permissions. */
export const saveRole =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AdminRole> => {
    const { name, permissions } = await readJson(request, roleForm)
    const problems = permissions.flatMap((permission): readonly Problem[] => {
      const strange = permission.grantedBy.find((clientId) => !isResourceId(clientId))
      const problem = permissionProblem(permission, deps.resourceTypes)
      return [
        ...(problem ? [problem] : []),
        ...(strange ? [{ name: 'permission_client', about: strange } as const] : []),
      ]
    })
    const names = permissions.map(({ resourceType, scope, operations }) => `${resourceType} ${scope} ${operations}`)
    const repeated: readonly Problem[] = new Set(names).size < names.length ? [{ name: 'permission_twice' }] : []
    if (problems.length + repeated.length > 0) throw new AdminFailure('invalid', [...problems, ...repeated])
    const before = await permissionsOf(deps, name)
    await deps.registry.saveRole(name, permissions)
    auditChange(deps, request, viewer, roleChange(name, before, permissions))
    deps.log.info({ role: name, permissions: permissions.length }, 'a role was saved')
    return { name, permissions }
  }

/** A role that an app has cannot be deleted, so that no app loses permissions as a side effect. */
export const deleteRole =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<object> => {
    const { name } = await readJson(request, nameForm)
    const before = await permissionsOf(deps, name)
    const removal = await deps.registry.removeRole(name)
    if (removal === 'unknown') throw new AdminFailure('not_found')
    if (removal === 'in_use') throw new AdminFailure('role_in_use')
    auditChange(deps, request, viewer, roleChange(name, before, undefined))
    deps.log.info({ role: name }, 'a role was deleted')
    return {}
  }

/** Undefined for a role that is not there. */
const permissionsOf = async ({ registry }: AdminDeps, name: string) =>
  (await registry.listRoles()).find((role) => role.name === name)?.permissions
