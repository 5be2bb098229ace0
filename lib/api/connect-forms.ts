// The request bodies of /connect/api and /tools/api: zod schemas that the server validates with and from which /openapi.json is
// made.
import { z } from 'zod'
import { APP_RIGHTS } from '../oauth/app-rights.ts'
import { appForm } from './admin-forms.ts'
import { TOKEN_KINDS } from './tool-words.ts'

const MAX_REDIRECT_URIS = 10
/** In characters. A token that is refused for its length must still arrive. */
const MAX_TOKEN = 16 * 1024

/** PUT apps/{client_id} */
export const ownAppForm = appForm
  .pick({ name: true, launchUrl: true, keys: true, logoutUri: true, logoutSessionRequired: true })
  .extend({
    redirectUris: z.array(z.string()).max(MAX_REDIRECT_URIS),
    rights: z
      .array(z.enum(APP_RIGHTS))
      .max(APP_RIGHTS.length)
      .optional()
      .describe('Those of before when it is absent.'),
  })

/** POST apps. A portal receives no launches, so it has neither a launch URL nor redirect URIs. */
export const newOwnAppForm = ownAppForm.extend({ portal: z.boolean().default(false) })

/** POST /tools/api/judge */
export const inspectForm = z.object({
  kind: z.enum(TOKEN_KINDS),
  token: z.string().max(MAX_TOKEN),
})
