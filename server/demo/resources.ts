// The demo domain as FHIR resources: people, apps as Devices, an activity with its Endpoint, and tasks.
import type { KeyOwner } from '#lib/api/admin-words.ts'
import { DAY } from '#lib/clock.ts'
import { ENDPOINT, INSTANTIATES, originOf } from '#lib/fhir/koppeltaal.ts'
import { personNarrative } from '#lib/fhir/person-narrative.ts'
import { withDutch } from '#lib/fhir/translation.ts'
import { profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'
import { DEMO_PATHS } from '#lib/launch/demo-paths.ts'
import { deviceResource } from '../fhir/device-resource.ts'
import { BRAM, DAAN, type DemoPerson, ELS, MARIJKE } from './people.ts'

type Resource = Readonly<Record<string, unknown>>

/** An app of the demo: a client of its own, with its own keys, addresses and activity. */
export interface DemoApp {
  readonly clientId: string
  readonly name: string
  /** Where its pages and addresses are. */
  readonly path: (typeof DEMO_PATHS)[keyof typeof DEMO_PATHS]
  readonly keys: KeyOwner
  /** The id of its ActivityDefinition and of its Endpoint. */
  readonly activity: string
  readonly description: string
  /** In Dutch: what it is called, also as its Device, and the description of its activity. */
  readonly dutch: { readonly title: string; readonly description: string }
}

/** The sleep diary, the demo's first app. */
export const DEMO_APP = {
  clientId: 'demo-app',
  name: 'Sleep diary',
  path: DEMO_PATHS.sleep,
  keys: 'launch',
  activity: 'sleep-diary',
  description: 'Keep a diary of how you sleep, for a week.',
  dutch: { title: 'Slaapdagboek', description: 'Houd een week lang bij hoe je slaapt.' },
} as const satisfies DemoApp
/** The energy check, the second. */
export const DEMO_ENERGY = {
  clientId: 'demo-energy',
  name: 'Energy check',
  path: DEMO_PATHS.energy,
  keys: 'energy',
  activity: 'energy-check',
  description: 'Four questions about your week, with a score that you can follow over time.',
  dutch: { title: 'Energiecheck', description: 'Vier vragen over je week, met een score die je kunt volgen.' },
} as const satisfies DemoApp
/** The apps of the demo. */
export const DEMO_APPS: readonly DemoApp[] = [DEMO_APP, DEMO_ENERGY]
/** The portal of the demo, as registered. */
export const DEMO_PORTAL = { clientId: 'demo-portal', name: 'Slipway portal' } as const
/** What its Device is called in Dutch. */
export const PORTAL_IN_DUTCH = 'Portaal van Slipway'
/** Reads the records for /browse, in every domain; it launches nothing and is the origin of nothing, so it has no Device. */
export const DEMO_CONSOLE = { clientId: 'demo-console', name: 'Slipway console' } as const
/** The reference of an app's activity. */
const activityOf = ({ activity }: DemoApp): string => `ActivityDefinition/${activity}`
/** The activity of most of the demo's tasks. */
export const DEMO_ACTIVITY = activityOf(DEMO_APP)
const ORGANIZATION = 'de-werf'
/** identifier.system of resources made by the demo portal. */
const PORTAL_IDENTIFIERS = 'https://slipway.example/portal'

/** The Subscription of the demo app, which is notified of every task. */
export const DEMO_SUBSCRIPTION = 'sleep-diary-tasks'
/** The demo app's notification address. */
export const demoHook = (publicUrl: string): string => `${publicUrl}/launch/hook`

export interface DemoAddresses {
  readonly publicUrl: string
  /** identifier.system under which a person carries the user name of the shared identity provider. */
  readonly identifierSystem: string
}

/** The day on which the tasks of a demo begin, which starts at that moment: the day before, so that it has begun everywhere. */
export const beginningAt = (now: number): string => dayOf(now - DAY)

const WEEK_1 = ['Sleep diary: week 1', 'Slaapdagboek: week 1'] as const
const REVIEW = ['Review the sleep diary with your patient', 'Bespreek het slaapdagboek met je patiënt'] as const
const REVIEW_ENERGY = ['Review the energy check with your patient', 'Bespreek de energiecheck met je patiënt'] as const

/** All resources of the demo domain, in an order in which references point back. */
export function demoResources({ publicUrl, identifierSystem }: DemoAddresses, day: string): readonly Resource[] {
  const task = taskOf(day)
  const people = [MARIJKE, BRAM, DAAN, ELS].map((one) => personResource(one, identifierSystem))
  return [
    {
      ...claiming('Organization', ORGANIZATION),
      identifier: numbered(ORGANIZATION),
      active: true,
      name: 'GGZ De Werf',
    },
    deviceResource(DEMO_APP),
    deviceResource({ ...DEMO_PORTAL, dutch: { title: PORTAL_IN_DUTCH } }),
    activityResource(DEMO_APP),
    ...people,
    {
      ...claiming('CareTeam', 'marijke-jansen'),
      identifier: numbered('marijke-jansen'),
      status: 'active',
      subject: { reference: MARIJKE.reference, type: 'Patient' },
      participant: [DAAN, ELS].map(({ reference, name }) => ({ member: { reference, display: name } })),
      managingOrganization: [{ reference: `Organization/${ORGANIZATION}`, type: 'Organization' }],
    },
    task('sleep-diary-week-1', WEEK_1, MARIJKE, MARIJKE, 'ready'),
    task('sleep-diary-week-2', ['Sleep diary: week 2', 'Slaapdagboek: week 2'], MARIJKE, MARIJKE, 'requested'),
    task('review-sleep-diary', REVIEW, MARIJKE, DAAN, 'ready'),
    task('help-with-sleep-diary', ['Help with the sleep diary', 'Help bij het slaapdagboek'], MARIJKE, ELS, 'ready'),
    task('sleep-diary-bram', WEEK_1, BRAM, BRAM, 'in-progress'),
    ...energyResources(publicUrl, day),
    endpointResource(DEMO_APP, publicUrl),
  ]
}

/** What came with the second app: a domain that is older gets these alone. */
export const energyResources = (publicUrl: string, day: string): readonly Resource[] => [
  deviceResource(DEMO_ENERGY),
  activityResource(DEMO_ENERGY),
  taskOf(day)(
    'weekly-energy-check-bram',
    ['Energy check: this week', 'Energiecheck: deze week'],
    BRAM,
    BRAM,
    'ready',
    DEMO_ENERGY,
  ),
  taskOf(day)('review-energy-check-bram', REVIEW_ENERGY, BRAM, DAAN, 'ready', DEMO_ENERGY),
  endpointResource(DEMO_ENERGY, publicUrl),
]

const activityResource = (app: DemoApp): Resource => ({
  ...claiming('ActivityDefinition', app.activity),
  extension: [
    originOf(app.clientId),
    { url: ENDPOINT, valueReference: { reference: `Endpoint/${app.activity}`, type: 'Endpoint' } },
  ],
  url: `https://slipway.example/${activityOf(app)}`,
  name: app.name.replace(/ (.)/, (_, letter: string) => letter.toUpperCase()),
  ...withDutch('title', app.name, app.dutch.title),
  status: 'active',
  ...withDutch('description', app.description, app.dutch.description),
})

/** Where an app is launched; the address contains the domain's. */
const endpointResource = (app: DemoApp, publicUrl: string): Resource => ({
  ...claiming('Endpoint', app.activity),
  extension: [originOf(app.clientId)],
  status: 'active',
  connectionType: {
    system: 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-endpoint-connection-type',
    code: 'hti-smart-on-fhir',
  },
  name: app.name,
  managingOrganization: { reference: `Organization/${ORGANIZATION}`, type: 'Organization' },
  payloadType: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/endpoint-payload-type', code: 'any' }] }],
  address: `${publicUrl}${app.path}`,
})

/** The Subscription by which the demo app is notified of tasks, at its receiver inside the domain. */
export const demoSubscription = (publicUrl: string): Resource => ({
  ...claiming('Subscription', DEMO_SUBSCRIPTION),
  extension: [originOf(DEMO_APP.clientId)],
  status: 'requested',
  ...withDutch('reason', 'The sleep diary follows tasks', 'Het slaapdagboek volgt taken'),
  criteria: 'Task?',
  channel: { type: 'rest-hook', endpoint: demoHook(publicUrl) },
})

/** The first members of a resource that follows its Koppeltaal 2.0 profile. */
const claiming = (resourceType: string, id: string) => ({
  resourceType,
  id,
  meta: { profile: [profileOf(resourceType)] },
})

const numbered = (value: string) => [{ system: PORTAL_IDENTIFIERS, value }]

function personResource(
  { reference, name, given, family, gender, birthDate, username }: DemoPerson,
  system: string,
): Resource {
  const [resourceType = '', id = ''] = reference.split('/')
  return {
    ...claiming(resourceType, id),
    text: personNarrative(name, birthDate, username),
    extension: [originOf(DEMO_PORTAL.clientId)],
    identifier: [{ system, value: username }],
    active: true,
    ...(resourceType === 'RelatedPerson'
      ? { patient: { reference: MARIJKE.reference, type: 'Patient' }, relationship: [MOTHER] }
      : {}),
    name: [{ use: 'official', family, given: [given] }],
    telecom: [{ system: 'email', value: username }],
    gender,
    birthDate,
  }
}

const MOTHER = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code: 'MTH', display: 'mother' }],
}

/** Days that a task has. */
const TASK_DAYS = 13

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

const datesFrom = (day: string) => ({
  executionPeriod: { start: day, end: dayOf(Date.parse(day) + TASK_DAYS * DAY) },
  authoredOn: `${day}T09:00:00+01:00`,
})

const AUTHORED = /"authoredOn":"(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T/

/** The text of a task of the demo, from the day on which a version of it begins. */
export function begunAs(text: string, version: string): string {
  const [, day] = AUTHORED.exec(version) ?? []
  return day === undefined ? text : JSON.stringify({ ...JSON.parse(text), ...datesFrom(day) })
}

const taskOf =
  (day: string) =>
  (
    id: string,
    [description, dutch]: readonly [string, string],
    subject: DemoPerson,
    owner: DemoPerson,
    status: string,
    app: DemoApp = DEMO_APP,
  ): Resource => ({
    ...claiming('Task', id),
    extension: [
      originOf(DEMO_PORTAL.clientId),
      { url: INSTANTIATES, valueReference: { reference: activityOf(app), type: 'ActivityDefinition' } },
    ],
    identifier: numbered(id),
    status,
    intent: 'order',
    ...withDutch('description', description, dutch),
    for: { reference: subject.reference, type: 'Patient' },
    ...datesFrom(day),
    requester: { reference: DAAN.reference, type: 'Practitioner' },
    owner: { reference: owner.reference, type: owner.reference.split('/')[0] },
  })
