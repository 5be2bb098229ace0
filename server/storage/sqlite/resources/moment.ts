// SQLite names a state of the database by the seq of its newest write: one process writes at a time, so they become visible in order.
import type { Moment } from '#server/fhir/store.ts'

export const momentOf = (seq: number): Moment => String(seq) as Moment

export const isMoment = (text: string): text is Moment => /^\d{1,15}$/.test(text)

export const seqOf = (moment: Moment): number => Number(moment)
