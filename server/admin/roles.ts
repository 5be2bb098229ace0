// /admin/api/roles: what apps may do at the FHIR API. A change holds at once, for tokens that are out already too.
import { z } from 'zod'
import type { AdminRole, AdminRoles } from '#lib/api/admin.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { permissionProblem } from '#lib/oauth/permission-scope.ts'
import type { AdminDeps } from './deps.ts'
import { AdminFailure, readJson } from './door.ts'

const MAX_PERMISSIONS = 200

const role = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
  permissions: z
    .array(
      z.object({
        resourceType: z.string(),
        scope: z.enum(['all', 'own', 'granted']),
        operations: z.string(),
        grantedBy: z.array(z.string()),
      }),
    )
    .max(MAX_PERMISSIONS),
}) satisfies z.ZodType<AdminRole>

export const listRoles = (deps: AdminDeps) => async (): Promise<AdminRoles> => ({
  items: await deps.registry.listRoles(),
  resourceTypes: deps.resourceTypes,
})

/** Adds a role or replaces its permissions. */
export const saveRole =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminRole> => {
    const { name, permissions } = await readJson(request, role)
    const problems = permissions.flatMap((permission) => {
      const strange = permission.grantedBy.find((clientId) => !isResourceId(clientId))
      const problem = permissionProblem(permission, deps.resourceTypes)
      const about = `${permission.resourceType}: `
      return [problem && about + problem, strange && `${about}${strange} is no client_id.`].filter((text) => !!text)
    }) as string[]
    const names = permissions.map(({ resourceType, scope, operations }) => `${resourceType} ${scope} ${operations}`)
    if (new Set(names).size < names.length) problems.push('A permission is there twice.')
    if (problems.length > 0) throw new AdminFailure('invalid', problems)
    await deps.registry.saveRole(name, permissions)
    deps.log.info({ role: name, permissions: permissions.length }, 'a role was saved')
    return { name, permissions }
  }
