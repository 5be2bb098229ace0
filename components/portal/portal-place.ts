// A practitioner's place on the portal: the patient, or which list, its page and its search. It is in the address, so that
// reload and Back restore it.
import { queryOf } from '#components/ui/address/query.ts'
import type { PortalTexts } from './texts.ts'

/** What a practitioner sees on the portal. */
export interface PortalPlace {
  /** Bare id of the chosen patient; empty in the list. */
  readonly patient: string
  /** Bare id of one of the patient's tasks, which is to be seen first; empty for none. */
  readonly task: string
  /** The name that is searched for; empty for all. */
  readonly name: string
  /** True for the list of all patients by name; otherwise it is of those who have tasks. */
  readonly all: boolean
  /** Number of the page, from 1. */
  readonly page: number
  /** The value for `next` that gives the page; empty for the first. */
  readonly next: string
}

const LIST: PortalPlace = { patient: '', task: '', name: '', all: false, page: 1, next: '' }

/** The place in the query of the portal's address. */
export function placeIn(value: (name: string) => string | null | undefined): PortalPlace {
  const page = Number(value('page'))
  return {
    patient: value('patient') ?? '',
    task: value('task') ?? '',
    name: value('name')?.trim() ?? '',
    all: value('list') === 'all',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    next: value('next') ?? '',
  }
}

/** The query of the portal's address that shows a place. */
export function queryTo(to: Partial<PortalPlace>): string {
  const { patient, task, name, all, page, next } = { ...LIST, ...to }
  return queryOf({ patient, task, name, list: all ? 'all' : '', page: page > 1 ? String(page) : '', next })
}

/** The title of a place in the tab of the browser and in its history, where the name of a person does not belong. */
export function titleOf({ patient, name, all }: PortalPlace, texts: PortalTexts): string {
  const list = all || name !== '' ? texts.patients : texts.tasks
  return `${patient === '' ? list : texts.tasksOfOne} · ${texts.title}`
}
