// The Device of an application is its identity: its id is the client_id. A write cannot change what identity depends
// on.
import { isDeepStrictEqual } from 'node:util'
import type { WriteContext } from '../write-context.ts'
import type { Rule } from './rule.ts'

const KEPT = ['identifier', 'status'] as const

/** True for the Device of a registered application, or of the domain itself. */
export const isOfClient = (id: string, { ask, ports }: WriteContext): boolean => ask('clients', ports.clientIds).has(id)

export const deviceRule: Rule = ({ id, parsed, before }, context) =>
  before === undefined || !isOfClient(id, context)
    ? []
    : KEPT.filter((name) => !isDeepStrictEqual(before[name], parsed[name])).map((name) => ({
        status: 422,
        code: 'business-rule',
        expression: `Device.${name}`,
        diagnostics: `${name} belongs to the registration of the app, and can only be changed there.`,
      }))
