// The JSON of /admin/api/tokens.
import { z } from 'zod'
import type { newTokenForm } from './admin-forms.ts'
import { maybeText, object, type Shown } from './shape.ts'
import { TOKEN_SCOPES } from './token-words.ts'

const token = object({
  id: z.string(),
  name: z.string(), // Its purpose.
  username: z.string().describe('The administrator in whose name it acts.'),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: maybeText.describe('To the minute.'),
})
export type AdminToken = Shown<typeof token>

/** GET /admin/api/tokens */
const tokens = object({ items: z.array(token) })
export type AdminTokens = Shown<typeof tokens>

/** POST /admin/api/tokens */
export type NewTokenForm = Shown<typeof newTokenForm>

/** The answer to it: the only one with the secret. */
const made = token.extend({ token: z.string().describe('The secret, which is not kept.') })
export type MadeToken = Shown<typeof made>

/** The answers of /admin/api/tokens by the name that /openapi.json gives their shape. */
export const TOKEN_ANSWERS = { AdminTokens: tokens, MadeToken: made }
