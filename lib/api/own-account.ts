// The JSON of /account/api: a person's own account, and the page of a link for a new password.
import { z } from 'zod'
import { USER_ROLES } from './admin-words.ts'
import { maybeText, named, object, type Shown } from './shape.ts'

const maybeTime = z.iso.datetime().nullable()

/** A session of a person, as it is shown to them and to administrators. */
export const knownSession = object({
  sid: z.string(),
  beganAt: maybeTime,
  lastUsedAt: maybeTime.describe('Accurate to the minute.'),
  network: maybeText,
  browser: maybeText,
})
export type KnownSession = Shown<typeof knownSession>

/** GET /account/api/me */
const me = object({
  signedIn: z.boolean(),
  name: maybeText,
  username: maybeText,
  person: maybeText.describe('The mark of the person, by which a page knows whether it is still theirs.'),
  role: z.enum(USER_ROLES).nullable().describe('Null without an account at this domain.'),
  provider: maybeText.describe('The identity provider that keeps password and sessions, when it is another one.'),
  shared: z.boolean().describe('A person of the demo, whose password is public and stays.'),
  record: named.nullable().describe('The record whose identifier is the user name.'),
  here: maybeText.describe('The sid of this session.'),
  sessions: z.array(knownSession).describe('The latest used first. Of a person of the demo, this one alone.'),
})
export type OwnAccount = Shown<typeof me>

/** POST /account/api/link/owner */
const owner = object({ name: z.string(), username: z.string() })
export type LinkOwner = Shown<typeof owner>
/** POST /account/api/link */
const used = object({ username: z.string() })

/** The answers below /account/api by the name that /openapi.json gives their shape. */
export const ACCOUNT_ANSWERS = { OwnAccount: me, PasswordLinkOwner: owner, PasswordLinkUsed: used }
