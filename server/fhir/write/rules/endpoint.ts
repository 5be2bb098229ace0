// People are sent to the address of an Endpoint with a launch token, so it must belong to the writer. Otherwise a
// changed Endpoint could collect launch tokens.
import { reachOf } from '../../authorize.ts'
import type { WriteContext } from '../write-context.ts'
import type { Rule } from './rule.ts'

export const endpointRule: Rule = ({ parsed, before }, context) => {
  const { address } = parsed
  if (before?.['address'] === address || (typeof address === 'string' && isOwn(address, originsOf(context)))) return []
  return [
    {
      status: 422,
      code: 'business-rule',
      expression: 'Endpoint.address',
      diagnostics:
        'The address must be on an origin that is registered for the app that writes it: the origin of a redirect URI or of its launch URL.',
    },
  ]
}

/** A writer with permission for every Endpoint manages all applications. */
function originsOf({ ask, ports, caller }: WriteContext): ReadonlySet<string> {
  if (reachOf(caller, 'u', 'Endpoint') === 'all') return ask('origins of all', ports.allAddressOrigins)
  return ask('origins', () => ports.addressOrigins(caller.clientId))
}

const isOwn = (address: string, origins: ReadonlySet<string>): boolean =>
  URL.canParse(address) && origins.has(new URL(address).origin)
