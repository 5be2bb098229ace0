// The tasks that an app is launched for: those of its own activities.

/** A task, and the Device of the app whose activity it is: `Device/x`. */
interface OfDevice {
  readonly device?: string | undefined
}

/** The tasks of an app's activities. An app that has none is tried out with any task: then all of them. */
export function tasksOfApp<Task extends OfDevice>(tasks: readonly Task[], clientId: string): readonly Task[] {
  const own = tasks.filter(({ device }) => device === `Device/${clientId}`)
  return own.length > 0 ? own : tasks
}
