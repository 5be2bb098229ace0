// The tasks that an app is launched for: those of its own activities (Task -> ActivityDefinition -> Device, profile KT2Task).
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '../fhir/koppeltaal.ts'

type Resource = Readonly<Record<string, unknown>>

/** The Device of the app whose activity a task is an instance of, `Device/x`; undefined for a task of no known activity. */
export async function deviceOfTask(
  find: (type: string, reference: string | undefined) => Promise<Resource | undefined>,
  task: Resource,
): Promise<string | undefined> {
  const activity = await find('ActivityDefinition', extensionReference(task, INSTANTIATES))
  return activity && extensionReference(activity, RESOURCE_ORIGIN)
}

/** A task, and the Device of the app whose activity it is: `Device/x`. */
interface OfDevice {
  readonly device?: string | undefined
}

/**
 * The tasks of an app's activities. An app that has no activity is tried out with any task: then all of them. `devices` are those
 * of the known activities.
 */
export function tasksOfApp<Task extends OfDevice>(
  tasks: readonly Task[],
  clientId: string,
  devices: readonly (string | undefined)[] = tasks.map(({ device }) => device),
): readonly Task[] {
  const own = `Device/${clientId}`
  return devices.includes(own) ? tasks.filter(({ device }) => device === own) : tasks
}

/** Among the tasks of a person, the first of the app that has not ended, else the first. */
export function taskToOpen<Task extends OfDevice & { readonly ended: boolean }>(
  ...given: Parameters<typeof tasksOfApp<Task>>
): Task | undefined {
  const offered = tasksOfApp(...given)
  return offered.find(({ ended }) => !ended) ?? offered[0]
}
