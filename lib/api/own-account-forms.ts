// The request bodies of /account/api: zod schemas that the server validates with and from which /openapi.json is made.
import { z } from 'zod'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../password-length.ts'
import { accountName } from './admin-forms.ts'

const newPassword = z.string().min(SHORTEST_PASSWORD, 'user_password').max(LONGEST_PASSWORD, 'user_password')
const MAX_SECRET = 200

/** POST password */
export const passwordForm = z.object({ present: z.string().max(LONGEST_PASSWORD), next: newPassword })

/** POST name */
export const ownNameForm = z.object({ name: accountName })

/** POST sessions/end */
export const sessionForm = z.object({ sid: z.string().max(MAX_SECRET) })

/** POST link/owner */
export const linkForm = z.object({ secret: z.string().max(MAX_SECRET) })

/** POST link */
export const newPasswordForm = linkForm.extend({ password: newPassword })
