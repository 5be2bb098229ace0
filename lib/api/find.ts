// The JSON of the field that finds things on every page: GET /api/find?q= for what is of people, /docs/find?q= for what everybody may read.
import { z } from 'zod'
import { anyText, object, type Shown } from './shape.ts'

const thing = object({
  kind: z.enum(['record', 'trace', 'user', 'app']),
  href: z.string().describe('Its page on this site.'),
  title: z.string(),
  detail: z.string().describe('What tells it from others of the same title.'),
  at: anyText.describe('When it began.'),
})
export type FoundThing = Shown<typeof thing>

/** GET /api/find */
const things = object({ items: z.array(thing) })
export type FoundThings = Shown<typeof things>

/** A place of the documentation or a page, of GET /docs/find. */
export interface FoundPlace {
  readonly kind: 'document' | 'page'
  readonly href: string
  readonly title: string
  /** The title of the page that it is on, if it is not the page itself. */
  readonly page?: string
  /** In pieces; the odd ones are the matches. */
  readonly excerpt: readonly string[]
  readonly lang?: string
}

/** The answers below /api/find by the name that /openapi.json gives their shape. */
export const FIND_ANSWERS = { FoundThings: things }
