// A resource as the writer takes it (store.ts).
import type { ResourceWrite } from './store.ts'

/** A resource that is made here and not read from a text. Throws nothing: its type and id are those that it has. */
export const toWrite = (parsed: Readonly<Record<string, unknown>>): ResourceWrite => ({
  type: String(parsed['resourceType']),
  id: String(parsed['id']),
  text: JSON.stringify(parsed),
  parsed,
})
