// /admin/api/test-key and /admin/api/test-assertion: dry runs of the authorization server's checks.
import type { AssertionVerdict, KeyVerdict } from '#lib/api/admin.ts'
import { assertionTestForm, keyTestForm } from '#lib/api/admin-forms.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { type Problem, problemText } from '#lib/i18n/problems.ts'
import type { AdminDeps } from './deps.ts'
import { readJson } from './endpoint.ts'

export const testKey =
  ({ inspect }: AdminDeps) =>
  async (request: Request): Promise<KeyVerdict> => {
    const { problem, keys } = await inspect.jwksUrl((await readJson(request, keyTestForm)).jwksUrl.trim())
    const said = (one: Problem | null) => one && problemText(one, languageOf(request.headers))
    return { problem: said(problem), keys: keys.map((key) => ({ ...key, problem: said(key.problem) })) }
  }

export const testAssertion =
  ({ inspect }: AdminDeps) =>
  async (request: Request): Promise<AssertionVerdict> =>
    inspect.assertion((await readJson(request, assertionTestForm)).assertion.trim())
