// The target of a Task: Task -> ActivityDefinition -> Endpoint (the launch URL) and Device (the app), profiles KT2Task and
// KT2ActivityDefinition.
import type { NotLaunchable, PortalTask } from '#lib/api/portal.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { deviceName } from '#lib/fhir/display-name.ts'
import { ENDPOINT, extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import type { Language } from '#lib/i18n/language.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import type { PortalDeps } from './deps.ts'
import type { PortalFhir } from './fhir.ts'

/** The address, app and activity that a launch goes to. */
export interface Target {
  readonly address: string
  readonly device: string
  readonly definition: string
}

export interface Activity {
  /** `ActivityDefinition/x`, if the Task names one that exists. */
  readonly definition?: string
  readonly title?: string
  readonly app?: string
  readonly target: Target | NotLaunchable
  /** Where the owner of a completed task sees what was answered, in an app that is known to show it. */
  readonly answers?: Target
}

/** Finds the app and activity that a Task opens. */
export async function activityOf(
  { launchOrigins, demo }: Pick<PortalDeps, 'launchOrigins' | 'demo'>,
  fhir: PortalFhir,
  task: FhirResource,
): Promise<Activity> {
  const definition = extensionReference(task, INSTANTIATES)
  const activity = await fhir.find('ActivityDefinition', definition)
  if (!definition || !activity) return { target: isEnded(task) ? 'task_ended' : 'no_activity' }
  const origin = extensionReference(activity, RESOURCE_ORIGIN)
  const [device, endpoint] = await Promise.all([
    fhir.find('Device', origin),
    fhir.find('Endpoint', extensionReference(activity, ENDPOINT)),
  ])
  const origins = await launchOrigins(idOf(origin))
  const title = activity['title'] ?? activity['name']
  const app = device && deviceName(device)
  const open = openTarget({ definition, activity, endpoint, device, origin, origins })
  const showsAnswers =
    task['status'] === 'completed' &&
    typeof open === 'object' &&
    (await demo?.showAnswers({
      device: origin,
      task: `Task/${task['id']}`,
      owner: referenceOf(task['owner']),
      patient: referenceOf(task['for'], 'Patient'),
    })) === true
  return {
    definition,
    ...(typeof title === 'string' ? { title } : {}),
    ...(app ? { app } : {}),
    target: isEnded(task) ? 'task_ended' : open,
    ...(showsAnswers ? { answers: open } : {}),
  }
}

interface Found {
  readonly definition: string
  readonly activity: FhirResource
  readonly endpoint: FhirResource | undefined
  readonly device: FhirResource | undefined
  readonly origin: string | undefined
  /** Web origins registered for the app; none of one that is disabled. */
  readonly origins: ReadonlySet<string>
}

function openTarget({ definition, activity, endpoint, device, origin, origins }: Found): Activity['target'] {
  if (activity['status'] === 'retired') return 'no_activity'
  const address = endpoint?.['status'] === 'off' ? undefined : endpoint?.['address']
  if (typeof address !== 'string' || !isWebUrl(address)) return 'no_endpoint'
  if (!origin || !device || device['status'] === 'inactive' || origins.size === 0) return 'no_app'
  if (!origins.has(new URL(address).origin)) return 'foreign_endpoint'
  return { address, device: origin, definition }
}

/** Whether a task can be opened, and where its launch goes. */
export const opensOf = ({ target }: Pick<Activity, 'target'>): Pick<PortalTask, 'launchable' | 'opens'> =>
  typeof target === 'string'
    ? { launchable: false }
    : { launchable: true, opens: { clientId: idOf(target.device), launchUrl: target.address } }

/** The client_id of an app, from the reference to its Device. */
const idOf = (origin: string | undefined): string => origin?.replace(/^Device\//, '') ?? ''

/** Reads each resource once, since tasks of one list share activities and apps; with its texts in a language. */
export function readingOnce(fhir: PortalFhir, language: Language = 'en'): PortalFhir {
  const found = new Map<string, Promise<FhirResource | undefined>>()
  return {
    ...fhir,
    find: (type, reference) => {
      const key = `${type} ${String(reference)}`
      const known = found.get(key) ?? fhir.find(type, reference).then((one) => one && inLanguage(one, language))
      found.set(key, known)
      return known
    },
  }
}
