// /admin/api/keys: the signing keys of the peers (conformance KEY-05, KEY-06).

import type { AdminKeys } from '#lib/api/admin.ts'
import { revocationForm, rotationForm } from '#lib/api/admin-forms.ts'
import { keyRevoked, keysRotated } from '#lib/audit/config-changes.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './endpoint.ts'

const instant = (time: number) => new Date(time).toISOString()

const listed = async ({ keys }: AdminDeps): Promise<AdminKeys> => ({
  items: (await keys.list()).map(({ createdAt, signsFrom, ...key }) => ({
    ...key,
    createdAt: instant(createdAt),
    signsFrom: signsFrom === undefined ? null : instant(signsFrom),
  })),
})

export const listKeys = (deps: AdminDeps) => async (): Promise<AdminKeys> => listed(deps)

export const rotateKey =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AdminKeys> => {
    const { owner, now } = await readJson(request, rotationForm)
    await deps.keys.rotate(owner, { now })
    auditChange(deps, request, viewer, keysRotated([owner], now))
    deps.log.info({ owner, now }, 'a signing key was rotated')
    return listed(deps)
  }

export const revokeKey =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AdminKeys> => {
    const { kid } = await readJson(request, revocationForm)
    if (!(await deps.keys.revoke(kid))) throw new AdminFailure('not_found')
    auditChange(deps, request, viewer, keyRevoked(kid))
    deps.log.warn({ kid }, 'a signing key was revoked')
    return listed(deps)
  }
