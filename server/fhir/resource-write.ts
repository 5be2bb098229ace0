// A resource in the form that the writer takes (store.ts).
import type { ResourceWrite } from './store.ts'

/** A resource built here, not parsed from text. Never throws: its type and id are known. */
export const toWrite = (parsed: Readonly<Record<string, unknown>>): ResourceWrite => ({
  type: String(parsed['resourceType']),
  id: String(parsed['id']),
  text: JSON.stringify(parsed),
  parsed,
})
