// The JSON of /tools/api: the server's verdict on a token that was pasted into the page.
import { z } from 'zod'
import type { inspectForm } from './connect-forms.ts'
import { maybeText, object, type Shown } from './shape.ts'
import { TOKEN_KINDS } from './tool-words.ts'

const now = z.number().describe('Epoch seconds.')

export type TokenKind = (typeof TOKEN_KINDS)[number]
/** POST /tools/api/judge. The token is neither stored nor logged, and its jti is not used up. */
export type InspectRequest = Shown<typeof inspectForm>

const check = object({
  name: z.string(),
  outcome: z.enum(['pass', 'fail', 'not_reached']), // A check that depends on a failed one is not reached.
  expected: maybeText.describe('As the endpoint would say it, of a check that fails.'),
  received: maybeText.describe('The part of the token that was looked at, as JSON.'),
  error: maybeText.describe('The page below /docs/errors that explains it.'),
})
export type InspectedCheck = Shown<typeof check>

const verdict = object({
  kind: z.enum(TOKEN_KINDS),
  accepted: z.boolean(),
  checks: z.array(check),
  now,
  skew: z.number().describe('Seconds by which two clocks may differ.'),
})
export type TokenVerdict = Shown<typeof verdict>

/** GET /tools/api/me. People for whom the server inspects no tokens can still use the tools that run in the browser. */
const me = object({ mayJudge: z.boolean(), signedIn: z.boolean(), now })
export type ToolsMe = Shown<typeof me>

/** The answers below /tools/api by the name that /openapi.json gives their shape. */
export const TOOL_ANSWERS = { ToolsMe: me, TokenVerdict: verdict }
