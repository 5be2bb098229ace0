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

/** GET /portal/api/patients, ?name=… and ?next=… */
export interface PortalPatients {
  readonly items: readonly PortalPatient[]
  /** Patients on all pages together; absent where the FHIR API does not count them. */
  readonly total?: number
  /** Patients on a full page. */
  readonly pageSize: number
  /** The value for `?next=` that gives the following page; absent on the last one. */
  readonly next?: string
  /** The value for `?next=` that gives the page before; absent on the first one. */
  readonly previous?: string
}

/** The reason that a task cannot be opened. Texts for people: lib/i18n/not-launchable.ts. */
export type NotLaunchable = 'task_ended' | 'no_activity' | 'no_endpoint' | 'foreign_endpoint' | 'no_app'

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
  /** Name of the person whose task it is; for practitioners. */
  readonly owner?: string
  /** The version that is shown, where the person may cancel the task. */
  readonly cancellable?: string
}

/** GET /portal/api/tasks?patient=<id> */
export interface PortalTasks {
  readonly patient: string
  /** Name of the patient; for practitioners, who look at many. */
  readonly patientName?: string
  readonly items: readonly PortalTask[]
}

/** GET /portal/api/tasks/choices?patient=<id>: the choices of the form that gives a task. */
export interface PortalTaskChoices {
  /** The number of the task to be given: however often the form is sent, there is one task. */
  readonly key: string
  /** Whose task it can be. */
  readonly people: readonly PortalPerson[]
  readonly activities: readonly PortalActivity[]
}

export interface PortalActivity {
  readonly reference: string
  readonly title: string
  readonly description?: string
}

/** POST /portal/api/tasks/give */
export interface PortalGiving {
  readonly key: string
  /** Bare id of the patient whom the task is about. */
  readonly patient: string
  /** References. */
  readonly owner: string
  readonly activity: string
}

/** POST /portal/api/tasks/cancel */
export interface PortalCancelling {
  /** `Task/x`, and the version of it that was shown. */
  readonly task: string
  readonly version: string
}

/** The answer to both. */
export interface PortalTaskWritten {
  readonly reference: string
  readonly status: string
}

/** An event of GET /portal/api/tasks/stream?patient=<id>, named `task`. */
export interface PortalTaskNews {
  readonly reference: string
  readonly status: string
  /** The trace of the request that changed it, as far as that is certain. */
  readonly trace?: string
}
