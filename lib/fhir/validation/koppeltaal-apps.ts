// Rules of the profiles for the apps' activities and addresses: KT2ActivityDefinition, KT2Endpoint, KT2Subscription,
// and the extensions.

import { isObject, type JsonObject } from '../../json.ts'
import { ENDPOINT } from '../koppeltaal.ts'
import type { Place } from './finding.ts'
import { CONNECTION_TYPE, codingsOf, EXPANSION, HL7_USAGE_CONTEXT, USAGE_CONTEXT } from './koppeltaal-codes.ts'
import { itemsOf } from './problem.ts'
import { each, type Rule, typeOf, unless } from './profile-rule.ts'

const PAYLOAD_TYPE = 'http://terminology.hl7.org/CodeSystem/endpoint-payload-type'

export const connectionType: Rule = ({ connectionType: coding }) =>
  unless(
    isObject(coding) && coding['system'] === CONNECTION_TYPE && coding['code'] === 'hti-smart-on-fhir',
    ['connectionType'],
    'value',
    `must be ${CONNECTION_TYPE}#hti-smart-on-fhir`,
  )

export const payloadType: Rule = ({ payloadType: concepts }) =>
  each(concepts, ['payloadType'], (concept, place) =>
    unless(
      codingsOf(concept).some(({ system, code }) => system === PAYLOAD_TYPE && code === 'any'),
      place,
      'value',
      `must be ${PAYLOAD_TYPE}#any`,
    ),
  )

/** Koppeltaal notifies by HTTP without a payload; receivers fetch the resource if they may read it. */
export const channelType: Rule = ({ channel }) =>
  unless(
    isObject(channel) && channel['type'] === 'rest-hook',
    ['channel', 'type'],
    'not-supported',
    'must be rest-hook',
  )

const extensionsOf = ({ extension }: JsonObject, url: string): readonly (readonly [JsonObject, Place])[] =>
  itemsOf(extension).flatMap((one, index) =>
    isObject(one) && one['url'] === url ? [[one, ['extension', index]] as const] : [],
  )

/** The extension has the kind of value that it is for, and refers to the right type. */
export const extensionOf =
  (url: string, value: string, target?: string): Rule =>
  (resource) =>
    extensionsOf(resource, url).flatMap(([extension, place]) => {
      const { [value]: found } = extension
      if (found === undefined) return unless(false, [...place, value], 'required', 'is missing')
      const type = isObject(found) ? typeOf(found) : target
      return unless(
        target === undefined || type === undefined || type === target,
        [...place, value, 'reference'],
        'value',
        `must refer to a ${target}; it refers to a ${String(type)}`,
      )
    })

export const hasEndpoint: Rule = (resource) =>
  unless(extensionsOf(resource, ENDPOINT).length > 0, ['extension'], 'required', `lacks the extension ${ENDPOINT}`)

/** Kinds of context come from HL7 and Koppeltaal; an expansion specifies the kind. */
export const useContexts: Rule = ({ useContext }) =>
  each(useContext, ['useContext'], ({ code, valueCodeableConcept }, place) => {
    const { system } = isObject(code) ? code : {}
    return [
      ...unless(
        system === USAGE_CONTEXT || system === HL7_USAGE_CONTEXT,
        [...place, 'code'],
        'code-invalid',
        `must be of ${HL7_USAGE_CONTEXT} or ${USAGE_CONTEXT}`,
      ),
      ...unless(
        system !== USAGE_CONTEXT || codingsOf(valueCodeableConcept).some((one) => one['system'] === EXPANSION),
        [...place, 'value'],
        'code-invalid',
        `must be a code of ${EXPANSION}`,
      ),
    ]
  })
