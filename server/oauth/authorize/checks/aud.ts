// The aud of an authorize request (SMART App Launch 2.2): the FHIR base of this launch.
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

type Needs = Given<'params' | 'fhirBases'>

/** With or without one trailing slash (conformance AUZ-22). Compared as text, never as a normalised URL. */
export const aud = {
  name: 'authorize.aud',
  prove: ({ params, fhirBases: { accepted } }: Needs) => {
    const aud = params.get('aud')
    if (!accepted.some((base) => aud === base || aud === `${base}/`)) throw invalidRequest('authorize.aud')
  },
  facts: ({ params, fhirBases }: Needs) => ({
    expected: { aud: fhirBases.accepted },
    received: { aud: params.get('aud') },
  }),
} satisfies Check
