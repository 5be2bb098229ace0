// The words of the console's forms and answers.

export const USER_ROLES = ['patient', 'practitioner', 'related_person', 'admin', 'auditor'] as const
export const ADMIN_KEY_OWNERS = ['oauth', 'idp', 'portal', 'launch', 'console'] as const
