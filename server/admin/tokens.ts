// /admin/api/tokens: administrators' tokens for the command line and CI. Only signed-in people can make, list and
// revoke them; a token cannot.
import { newTokenForm, tokenRevocationForm } from '#lib/api/admin-forms.ts'
import type { ApiToken } from '#lib/api/token-words.ts'
import type { AdminToken, AdminTokens, MadeToken } from '#lib/api/tokens.ts'
import { tokenChange } from '#lib/audit/config-changes.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './endpoint.ts'

const instant = (time: number) => new Date(time).toISOString()

const shown = ({ createdAt, expiresAt, lastUsedAt, ...token }: ApiToken): AdminToken => ({
  ...token,
  createdAt: instant(createdAt),
  expiresAt: instant(expiresAt),
  lastUsedAt: lastUsedAt === undefined ? null : instant(lastUsedAt),
})

const listed = async ({ tokens }: AdminDeps): Promise<AdminTokens> => ({ items: (await tokens.list()).map(shown) })

export const listTokens = (deps: AdminDeps) => (): Promise<AdminTokens> => listed(deps)

/** Makes a token in the name of the signed-in person. */
export const makeToken =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<MadeToken> => {
    const form = await readJson(request, newTokenForm)
    const made = await deps.tokens.make({ ...form, username: viewer.username })
    if (made === 'too_many') throw new AdminFailure('too_many_tokens')
    if (made === 'unknown') throw new AdminFailure('not_admin')
    const { secret, token } = made
    auditChange(deps, request, viewer, tokenChange(token, 'made'))
    deps.log.info({ token: token.id }, 'a token was made')
    return { ...shown(token), token: secret }
  }

export const revokeToken =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AdminTokens> => {
    const token = await deps.tokens.revoke((await readJson(request, tokenRevocationForm)).id)
    if (!token) throw new AdminFailure('not_found')
    auditChange(deps, request, viewer, tokenChange(token, 'revoked'))
    deps.log.warn({ token: token.id }, 'a token was revoked')
    return listed(deps)
  }
