// /admin/api/test-key and /admin/api/test-assertion: what the authorization server would say, without anything coming of it.
import { z } from 'zod'
import type { AssertionVerdict, KeyVerdict } from '#lib/api/admin.ts'
import type { AdminDeps } from './deps.ts'
import { readJson } from './door.ts'

const keyTest = z.object({ jwksUrl: z.string() })
const assertionTest = z.object({ assertion: z.string() })

export const testKey =
  ({ judge }: AdminDeps) =>
  async (request: Request): Promise<KeyVerdict> =>
    judge.jwksUrl((await readJson(request, keyTest)).jwksUrl.trim())

export const testAssertion =
  ({ judge }: AdminDeps) =>
  async (request: Request): Promise<AssertionVerdict> =>
    judge.assertion((await readJson(request, assertionTest)).assertion.trim())
