/** The tools, by the last part of their address, in the order of the menu. Not in a client module: the server makes the index. */
export const TOOLS = ['fhir', 'jwt', 'keys', 'assertion', 'pkce'] as const
