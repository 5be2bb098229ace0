// Rules of the profiles for people and those who care for them: KT2Patient, KT2Practitioner, KT2RelatedPerson,
// KT2CareTeam.

import { isObject } from '../../json.ts'
import { has } from './invariant.ts'
import { codingsOf } from './koppeltaal-codes.ts'
import { itemsOf } from './problem.ts'
import { each, type Rule, typeOf, unless } from './profile-rule.ts'

/** Each name says its use; the official one has a family and a given name. */
export const names: Rule = ({ name }) =>
  each(name, ['name'], (one, place) => [
    ...unless(typeof one['use'] === 'string', [...place, 'use'], 'required', 'is missing'),
    ...(one['use'] === 'official'
      ? ['family', 'given'].flatMap((part) =>
          unless(has(one, part), [...place, part], 'required', 'is missing in the official name'),
        )
      : []),
  ])

export const email: Rule = ({ telecom }) =>
  unless(
    itemsOf(telecom).some((one) => isObject(one) && one['system'] === 'email'),
    ['telecom'],
    'required',
    'has no e-mail address (system "email")',
  )

export const nationality: Rule = ({ extension }) =>
  each(extension, ['extension'], ({ url }, place) =>
    unless(
      url !== 'http://hl7.org/fhir/StructureDefinition/patient-nationality',
      place,
      'structure',
      'is a nationality, which the profile does not allow',
    ),
  )

/** Vektis COD472: kinds of relation. Of these two codes the display is fixed, since apps show it. */
const RELATION = 'urn:oid:2.16.840.1.113883.2.4.3.11.22.472'
const RELATION_DISPLAYS: ReadonlyMap<unknown, string> = new Map([
  ['23', 'Contactpersoon'],
  ['24', 'Wettelijke vertegenwoordiger'],
])
/**
 * The slicing is closed: a relationship must be a relation or role from one of these code systems, whose codes are not
 * checked further.
 */
const RELATIONSHIP_SYSTEMS: ReadonlySet<unknown> = new Set([
  RELATION,
  'urn:oid:2.16.840.1.113883.2.4.3.11.60.40.4.23.1',
  'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
  'http://terminology.hl7.org/CodeSystem/v3-NullFlavor',
])

export const relationships: Rule = ({ relationship }) =>
  each(relationship, ['relationship'], (concept, place) => [
    ...unless(
      codingsOf(concept).some(({ system }) => RELATIONSHIP_SYSTEMS.has(system)),
      place,
      'code-invalid',
      'has no coding from a code system that the profile allows',
    ),
    ...each(concept['coding'], [...place, 'coding'], ({ system, code, display }, at) => {
      const expected = system === RELATION ? RELATION_DISPLAYS.get(code) : undefined
      return unless(
        expected === undefined || display === expected,
        [...at, 'display'],
        'value',
        `must be "${expected}" for the code ${String(code)}`,
      )
    }),
  ])

/** A participant of a care team is a practitioner or a related person, not the patient of the team. */
export const participants: Rule = ({ participant }) =>
  each(participant, ['participant'], ({ member }, place) => {
    const type = isObject(member) ? typeOf(member) : undefined
    return unless(
      type !== 'Patient' && type !== 'PractitionerRole',
      [...place, 'member', 'reference'],
      'value',
      `refers to a ${type}, which cannot take part`,
    )
  })

export const oneOrganization: Rule = ({ managingOrganization }) =>
  unless(
    itemsOf(managingOrganization).length <= 1,
    ['managingOrganization'],
    'structure',
    'has more than one organization',
  )
