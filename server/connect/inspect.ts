// /tools/api and /connect/api/test-key: dry runs of the authorization server's checks.
import type { KeyVerdict } from '#lib/api/admin.ts'
import { keyTestForm } from '#lib/api/admin-forms.ts'
import { inspectForm } from '#lib/api/connect-forms.ts'
import type { TokenVerdict, ToolsMe } from '#lib/api/tools.ts'
import { numericDate } from '#lib/clock.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { type Problem, problemText } from '#lib/i18n/problems.ts'
import type { ConnectDeps, Developer } from './deps.ts'
import { assertRate, failure, readJson } from './endpoint.ts'

export const toolsMe =
  (deps: ConnectDeps) =>
  async (request: Request): Promise<ToolsMe> => {
    const developer = await deps.developer(request)
    return {
      mayJudge: await mayJudge(deps, developer),
      signedIn: developer !== undefined,
      now: numericDate(deps.clock()),
    }
  }

export const inspectToken =
  (deps: ConnectDeps) =>
  async (request: Request): Promise<TokenVerdict> => {
    await assertRate(deps.limits.inspect, deps.clientAddress(request))
    const developer = await deps.developer(request)
    if (!(await mayJudge(deps, developer))) throw failure(developer ? 'not_developer' : 'not_signed_in')
    const { kind, token } = await readJson(request, inspectForm)
    return deps.inspect.token({ kind, token: token.trim() }, (client) => looksAfter(developer, client))
  }

export const testKey =
  (deps: ConnectDeps) =>
  async (request: Request, _id: string, { accountId }: Developer): Promise<KeyVerdict> => {
    await assertRate(deps.limits.changes, accountId)
    const { problem, keys } = await deps.inspect.jwksUrl((await readJson(request, keyTestForm)).jwksUrl.trim())
    const said = (one: Problem | null) => one && problemText(one, languageOf(request))
    return { problem: said(problem), keys: keys.map((key) => ({ ...key, problem: said(key.problem) })) }
  }

/** In the demo everyone; elsewhere administrators, and developers with an app here. */
async function mayJudge({ demo, apps }: ConnectDeps, developer: Developer | undefined): Promise<boolean> {
  if (demo || developer?.role === 'admin') return true
  return developer !== undefined && (await apps.listOwned(developer.accountId)).length > 0
}

/** Administrators are responsible for every client, even an unknown one; developers for their own. */
function looksAfter(
  developer: Developer | undefined,
  client: { readonly ownerAccountId?: string } | undefined,
): boolean {
  if (developer?.role === 'admin') return true
  return developer !== undefined && client !== undefined && client.ownerAccountId === developer.accountId
}
