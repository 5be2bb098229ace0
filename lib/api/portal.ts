// The JSON of /portal/api, which the pages of the launching portal read.

import { z } from 'zod'
import { PERSON_ROLES } from '../fhir/person-role.ts'
import { anyText, object, type Shown, texts } from './shape.ts'

const person = object({
  reference: z.string(),
  role: z.enum(PERSON_ROLES),
  name: z.string(),
})
export type PortalPerson = Shown<typeof person>

/** GET /portal/api/me */
const me = object({
  signedIn: z.boolean(),
  person: person.nullable().describe('Null where nobody is signed in, or no person has the user name.'),
  demoPeople: z
    .array(person.extend({ username: z.string() }))
    .describe('The people of the demo whom one click signs in.'),
})
export type PortalMe = Shown<typeof me>

const patient = object({
  reference: z.string(),
  name: z.string(),
  birthDate: anyText,
  gender: anyText,
  alsoCalled: texts
    .exactOptional()
    .describe('Other family names, such as a birth name: the list is in order of the first of all.'),
  notInUse: z.boolean().exactOptional().describe('True when the record is kept, but nobody uses it any more.'),
})
export type PortalPatient = Shown<typeof patient>

/** GET /portal/api/patients, ?name=… and ?next=… */
const patients = object({
  items: z.array(patient),
  total: z.number().exactOptional().describe('Patients on all pages together.'),
  pageSize: z.number(),
  next: anyText.describe('The value of ?next= that gives the following page.'),
  previous: anyText.describe('The value of ?next= that gives the page before.'),
})
export type PortalPatients = Shown<typeof patients>

/** Texts for people: lib/api/not-launchable-words.ts. */
const notLaunchable = z.enum(['task_ended', 'no_activity', 'no_endpoint', 'foreign_endpoint', 'no_app'])
export type NotLaunchable = z.infer<typeof notLaunchable>

/** Where a launch of a task goes. */
const opens = object({ clientId: z.string(), launchUrl: z.string() })
  .exactOptional()
  .describe('The app that a launch of it goes to, for those who launch it from a portal of their own.')

const task = object({
  reference: z.string(),
  title: z.string(),
  status: z.string(),
  authoredOn: anyText,
  until: anyText.describe('When it is to be done at the latest: a date, or a moment (Task.executionPeriod.end).'),
  endedAt: anyText.describe('When it was completed, or ended otherwise: its last change.'),
  givenBy: anyText.describe('The name of who asked for it (Task.requester).'),
  message: anyText.describe('What a practitioner says with it.'),
  messageBy: anyText.describe('The name of that practitioner.'),
  definition: anyText,
  activity: anyText,
  app: anyText,
  launchable: z.boolean(),
  opens,
  reason: notLaunchable.exactOptional(),
  answers: z
    .boolean()
    .exactOptional()
    .describe('True when the app shows the reader what was answered in this completed task.'),
  review: z
    .string()
    .nullable()
    .exactOptional()
    .describe(
      'For a practitioner, of a completed task of somebody else that was answered: the task of their own in which the app shows the answers; null where they have none.',
    ),
  ofOther: z.boolean().exactOptional().describe('True when somebody else is to do it: the reader can look at it.'),
  owner: anyText.describe('The name of whose task it is; for practitioners.'),
  cancellable: anyText.describe('The version that who asks may cancel.'),
})
export type PortalTask = Shown<typeof task>

/** GET /portal/api/tasks?patient=<id> */
const tasks = object({
  patient: z.string(),
  patientName: anyText.describe('For whoever is somebody else.'),
  about: object({ birthDate: anyText, gender: anyText })
    .exactOptional()
    .describe('Who the patient is, beside the name; for practitioners.'),
  items: z.array(task),
})
export type PortalTasks = Shown<typeof tasks>

/** A task in a list over many patients. */
const listedTask = object({
  reference: z.string(),
  title: z.string(),
  status: z.string(),
  until: anyText,
  owner: anyText.describe('The name of whose task it is.'),
  changed: anyText.describe('When it was last written.'),
})
export type PortalListedTask = Shown<typeof listedTask>

/** GET /portal/api/work, ?next=…: what a practitioner sees first. */
const work = object({
  own: z
    .array(
      listedTask.extend({
        patient: z.string(),
        patientName: z.string(),
        birthDate: anyText.describe('Of the patient.'),
        launchable: z.boolean(),
        opens,
      }),
    )
    .describe('Open tasks of the practitioner, the newest change first.'),
  hasMoreOwn: z.boolean(),
  patients: z
    .array(object({ reference: z.string(), name: z.string(), birthDate: anyText, tasks: z.array(listedTask) }))
    .describe(
      'Whose tasks changed last, without those above: over all pages open tasks come before ended ones, the newest change first among them; who has many may be on several pages.',
    ),
  next: anyText.describe('The value of ?next= that gives the following page.'),
  previous: anyText.describe('The value of ?next= that gives the page before.'),
})
export type PortalWork = Shown<typeof work>

const activity = object({ reference: z.string(), title: z.string(), description: anyText })
export type PortalActivity = Shown<typeof activity>

/** GET /portal/api/tasks/choices?patient=<id>: the choices of the form that gives a task. */
const taskChoices = object({
  key: z.uuid(), // The number of the task to be given: however often the form is sent, there is one task.
  people: z.array(person.extend({ birthDate: anyText })),
  activities: z.array(activity),
})
export type PortalTaskChoices = Shown<typeof taskChoices>

/** The answer to POST /portal/api/tasks/give and …/cancel. */
const taskWritten = object({ reference: z.string(), status: z.string() })
export type PortalTaskWritten = Shown<typeof taskWritten>

/** An event of GET /portal/api/tasks/stream?patient=<id>, named `task`. */
export interface PortalTaskNews extends PortalTaskWritten {
  /** The id of the trace of the request that changed it, if that is certain. */
  readonly trace?: string
}

/** The answers below /portal/api by the name that /openapi.json gives their shape. */
export const PORTAL_ANSWERS = {
  PortalMe: me,
  PortalPatients: patients,
  PortalTasks: tasks,
  PortalWork: work,
  PortalTaskChoices: taskChoices,
  PortalTaskWritten: taskWritten,
}
