// The address of a link for a new password: console and command line make the same.

/** The secret is in the fragment, which no browser sends to a server. */
export const passwordLinkUrl = (publicUrl: string, secret: string): string => `${publicUrl}/account/password#${secret}`
