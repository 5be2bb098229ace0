// The JSON of /portal/api, which the pages of the launching portal read.

export type PersonRole = 'patient' | 'practitioner' | 'related_person'

export interface PortalPerson {
  /** `Patient/x`, `Practitioner/x` or `RelatedPerson/x`. */
  readonly reference: string
  readonly role: PersonRole
  readonly name: string
}

/** GET /portal/api/me */
export interface PortalMe {
  readonly signedIn: boolean
  /** True while a visitor acts as a demo person without having signed in. */
  readonly acting: boolean
  /** Null for a visitor who is not signed in, or whose user name no person has. */
  readonly person: PortalPerson | null
  /** The people that a visitor of the demo may act as; empty outside of it. */
  readonly demoPeople: readonly PortalPerson[]
}

export interface PortalPatient {
  readonly reference: string
  readonly name: string
  readonly birthDate?: string
  readonly gender?: string
}

/** GET /portal/api/patients and ?next=… */
export interface PortalPatients {
  readonly items: readonly PortalPatient[]
  /** The value for `?next=` that gives the following page; absent on the last one. */
  readonly next?: string
}

/** The reason that a task cannot be opened. Texts for people: lib/i18n/not-launchable.ts. */
export type NotLaunchable = 'task_ended' | 'no_activity' | 'no_endpoint' | 'no_app'

export interface PortalTask {
  readonly reference: string
  /** Task.description, or the title of its activity. */
  readonly title: string
  readonly status: string
  readonly authoredOn?: string
  /** `ActivityDefinition/x` and its title. */
  readonly definition?: string
  readonly activity?: string
  /** Name of the application that opens it. */
  readonly app?: string
  readonly launchable: boolean
  readonly reason?: NotLaunchable
}

/** GET /portal/api/tasks?patient=<id> */
export interface PortalTasks {
  readonly patient: string
  readonly items: readonly PortalTask[]
}
