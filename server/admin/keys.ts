// /admin/api/keys: the signing keys of the peers (conformance KEY-05, KEY-06).
import { z } from 'zod'
import { ADMIN_KEY_OWNERS, type AdminKeys } from '#lib/api/admin.ts'
import type { AdminDeps } from './deps.ts'
import { readJson } from './door.ts'
import { AdminFailure } from './failure.ts'

const rotation = z.object({ owner: z.enum(ADMIN_KEY_OWNERS), now: z.boolean() })
const revocation = z.object({ kid: z.string() })

const instant = (time: number) => new Date(time).toISOString()

const listed = ({ keys }: AdminDeps): AdminKeys => ({
  items: keys.list().map(({ createdAt, signsFrom, ...key }) => ({
    ...key,
    createdAt: instant(createdAt),
    signsFrom: signsFrom === undefined ? null : instant(signsFrom),
  })),
})

export const listKeys = (deps: AdminDeps) => async (): Promise<AdminKeys> => listed(deps)

export const rotateKey =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminKeys> => {
    const { owner, now } = await readJson(request, rotation)
    await deps.keys.rotate(owner, { now })
    deps.log.info({ owner, now }, 'a signing key was rotated')
    return listed(deps)
  }

export const revokeKey =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminKeys> => {
    const { kid } = await readJson(request, revocation)
    if (!(await deps.keys.revoke(kid))) throw new AdminFailure('not_found')
    deps.log.warn({ kid }, 'a signing key was revoked')
    return listed(deps)
  }
