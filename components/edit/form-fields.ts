// The elements that have a control in the form of a record: the common ones of people and of tasks. All else is edited as JSON.
import { GENDERS } from '#lib/fhir/administrative-gender.ts'
import type { EditTexts } from './texts.ts'

export interface FormField {
  /** JSON Pointer (RFC 6901) in the record. */
  readonly pointer: string
  readonly label: keyof EditTexts['fields']
  /** The codes of its value set; undefined for text. */
  readonly codes?: readonly string[]
}

/** An element that repeats: its items, each with the fields that it has. */
export interface FormList {
  readonly pointer: string
  readonly label: keyof EditTexts['lists']
  /** The fields of an item with this pointer; `item` is its current value. */
  readonly fields: (pointer: string, item: unknown) => readonly FormField[]
}

interface RecordForm {
  readonly lists: readonly FormList[]
  readonly fields: readonly FormField[]
}

const USES = ['usual', 'official', 'temp', 'nickname', 'anonymous', 'old', 'maiden']
const SYSTEMS = ['phone', 'fax', 'email', 'pager', 'url', 'sms', 'other']
const CONTACT_USES = ['home', 'work', 'temp', 'old', 'mobile']
const TASK_STATUSES = [
  ...[
    'draft',
    'requested',
    'received',
    'accepted',
    'rejected',
    'ready',
    'cancelled',
    'in-progress',
    'on-hold',
    'failed',
  ],
  ...['completed', 'entered-in-error'],
]

const NAMES: FormList = {
  pointer: '/name',
  label: 'name',
  fields: (pointer, item) => [
    ...givenOf(item).map((index): FormField => ({ pointer: `${pointer}/given/${index}`, label: 'given' })),
    { pointer: `${pointer}/family`, label: 'family' },
    { pointer: `${pointer}/use`, label: 'use', codes: USES },
  ],
}

/** The indexes of the given names; the first index when there is none. */
function givenOf(name: unknown): readonly number[] {
  const { given } = (name ?? {}) as { readonly given?: unknown }
  return Array.isArray(given) && given.length > 0 ? [...given.keys()] : [0]
}

const TELECOM: FormList = {
  pointer: '/telecom',
  label: 'telecom',
  fields: (pointer) => [
    { pointer: `${pointer}/system`, label: 'system', codes: SYSTEMS },
    { pointer: `${pointer}/value`, label: 'value' },
    { pointer: `${pointer}/use`, label: 'use', codes: CONTACT_USES },
  ],
}

const PERSON: RecordForm = {
  lists: [NAMES, TELECOM],
  fields: [
    { pointer: '/birthDate', label: 'birthDate' },
    { pointer: '/gender', label: 'gender', codes: GENDERS },
    { pointer: '/active', label: 'active', codes: ['true', 'false'] },
  ],
}

const FORMS: Readonly<Record<string, RecordForm>> = {
  Patient: PERSON,
  Practitioner: PERSON,
  RelatedPerson: PERSON,
  Task: {
    lists: [],
    fields: [
      { pointer: '/status', label: 'status', codes: TASK_STATUSES },
      { pointer: '/description', label: 'description' },
      { pointer: '/owner', label: 'owner' },
    ],
  },
}

/** The form of a type; undefined when its records can only be edited as JSON. */
export const formOf = (type: string): RecordForm | undefined => FORMS[type]

/** The pointer of an element that a FHIRPath such as `Patient.name[0].family` names. */
export const pointerOf = (expression: string): string =>
  expression
    .replace(/^[^.]*/, '')
    .replaceAll('.', '/')
    .replace(/\[(\d+)\]/g, '/$1')
