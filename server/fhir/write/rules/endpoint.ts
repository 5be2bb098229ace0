// An Endpoint is an address that people are sent to with a launch token: it has to be the writer's own. Otherwise a changed Endpoint
// would collect launch tokens.
import type { Rule } from './rule.ts'

export const endpointRule: Rule = ({ parsed, before }, { facts }) => {
  const { address } = parsed
  if (before?.['address'] === address || (typeof address === 'string' && isOwn(address, facts.addressOrigins)))
    return []
  return [
    {
      status: 422,
      code: 'business-rule',
      expression: 'Endpoint.address',
      diagnostics:
        'The address has to lie on an origin that is registered for the application that writes it: its redirect URIs or its launch URL.',
    },
  ]
}

const isOwn = (address: string, origins: ReadonlySet<string> | undefined): boolean =>
  URL.canParse(address) && (origins?.has(new URL(address).origin) ?? false)
