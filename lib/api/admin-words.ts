// The words of the console's forms and answers.

/** The roles that an account can have; lib/i18n/role-names.ts has their words. */
export const USER_ROLES = ['patient', 'practitioner', 'related_person', 'admin', 'auditor'] as const
/** The peers that have signing keys of their own. */
export const ADMIN_KEY_OWNERS = ['oauth', 'idp', 'portal', 'launch', 'console'] as const
