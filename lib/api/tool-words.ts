/** The kinds of token that the server judges. */
export const TOKEN_KINDS = ['launch', 'assertion', 'id_token'] as const
