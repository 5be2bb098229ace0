// The words of the console's forms and answers.

/** The roles that an account can have; lib/i18n/role-names.ts has their words. */
export const USER_ROLES = ['patient', 'practitioner', 'related_person', 'admin', 'auditor'] as const
/** A role that an account can have. */
export type UserRole = (typeof USER_ROLES)[number]

/** What has signing keys of its own: each peer, access tokens, and log-ins that the authorization server asks the provider for. */
export const KEY_OWNERS = [
  'oauth',
  'access_token',
  'idp',
  'idp_launch',
  'portal',
  'launch',
  'energy',
  'console',
] as const
/** A peer that has signing keys of its own, or a kind of token. */
export type KeyOwner = (typeof KEY_OWNERS)[number]

/** next: published, not yet signing. retired: no longer signing, published until its last token expires. */
export const KEY_STATUSES = ['next', 'active', 'retired', 'revoked'] as const

/** Characters of a name or user name. */
export const LONGEST_NAME = 200
