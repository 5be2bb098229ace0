// What a $validate asks for (FHIR R4 resource-operation-validate.html): by parameters in the address, or by Parameters around the
// resource.
import { items, members, skipSpace } from '#lib/fhir/json-text.ts'
import type { Exchange } from '../exchange.ts'
import { FhirError, shown } from '../outcome.ts'
import { single } from '../request.ts'
import type { JsonObject, ResourceObject } from './change.ts'
import { selecting } from './query.ts'

/** What is to be done with the resource (value set resource-validation-mode); undefined for a general validation. */
export type Mode = 'create' | 'update' | 'delete' | undefined

export interface Wanted {
  /** Undefined only for a mode of delete, which looks at no content. */
  readonly resource: ResourceObject | undefined
  readonly mode: Mode
  readonly profile: string | undefined
}

/** The parameters in the address. Throws FhirError 400. */
export function askedIn({ params }: Pick<Exchange, 'params'>): Pick<Wanted, 'mode' | 'profile'> {
  const odd = selecting(params).find(([name]) => name !== 'mode' && name !== 'profile')
  if (odd) throw new FhirError(400, 'not-supported', '$validate has only the parameters mode and profile.')
  return { mode: modeOf(single(params, 'mode')), profile: single(params, 'profile') }
}

/** What a body and its address ask for together; the body counts. Throws FhirError 400. */
export function wantedOf(sent: ResourceObject, exchange: Pick<Exchange, 'params' | 'path'>): Wanted {
  const inAddress = askedIn(exchange)
  if (sent.resourceType !== 'Parameters') return { ...inAddress, resource: sent }
  const parameter = Array.isArray(sent['parameter']) ? (sent['parameter'] as readonly JsonObject[]) : []
  const named = (name: string) => parameter.find((one) => one?.['name'] === name)
  const asked = named('mode')
  const mode = asked ? modeOf(asked['valueCode'] ?? null) : inAddress.mode
  const { valueUri = inAddress.profile, valueCanonical = valueUri } = named('profile') ?? {}
  const profile = typeof valueCanonical === 'string' ? valueCanonical : undefined
  const { resource } = (named('resource') ?? {}) as { readonly resource?: ResourceObject }
  if (typeof resource?.resourceType === 'string') return { resource, mode, profile }
  if (mode === 'delete' && exchange.path['id'] !== undefined) return { resource: undefined, mode, profile }
  throw new FhirError(400, 'required', 'The Parameters must have a parameter named resource.', {
    expression: 'Parameters.parameter',
  })
}

function modeOf(mode: unknown): Mode {
  if (mode === undefined || mode === 'create' || mode === 'update' || mode === 'delete') return mode
  const came = typeof mode === 'string' ? shown(mode) : 'no code'
  throw new FhirError(400, 'invalid', `The mode must be create, update or delete; it is ${came}.`)
}

/** The text of the resource within the text of Parameters. */
export function textWithin(text: string): string | undefined {
  const [parameter] = [...members(text, skipSpace(text, 0))].filter(({ name }) => name === 'parameter')
  for (const { start } of parameter && text[parameter.valueStart] === '[' ? items(text, parameter.valueStart) : [])
    for (const member of text[start] === '{' ? members(text, start) : [])
      if (member.name === 'resource') return text.slice(member.valueStart, member.end)
  return undefined
}
