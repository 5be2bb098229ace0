// The rules of each Koppeltaal 2.0 profile that do not fit the profiles' table (koppeltaal-profiles.ts).
import { ENDPOINT, INSTANTIATES, PUBLISHER_ID } from '../koppeltaal.ts'
import { channelType, connectionType, extensionOf, hasEndpoint, payloadType, useContexts } from './koppeltaal-apps.ts'
import { ownCodes } from './koppeltaal-codes.ts'
import { email, names, nationality, oneOrganization, participants, relationships } from './koppeltaal-people.ts'
import type { Rule } from './profile-rule.ts'

/** The rules of each profile, by the resource type that it is of. */
export const PROFILE_RULES: ReadonlyMap<string, readonly Rule[]> = new Map([
  [
    'ActivityDefinition',
    [
      hasEndpoint,
      extensionOf(ENDPOINT, 'valueReference', 'Endpoint'),
      extensionOf(PUBLISHER_ID, 'valueId'),
      useContexts,
      ownCodes('topic', 'useContext'),
    ],
  ],
  ['CareTeam', [participants, oneOrganization]],
  ['Endpoint', [connectionType, payloadType]],
  ['Patient', [names, nationality]],
  ['Practitioner', [names, email]],
  ['RelatedPerson', [names, relationships]],
  ['Subscription', [channelType]],
  ['Task', [extensionOf(INSTANTIATES, 'valueReference', 'ActivityDefinition'), ownCodes('code')]],
])
