// The mark of the person whom a page was made for: what the page sends counts for nobody else, so that a tab of before does
// not act as whoever signed in meanwhile in another one.

import { sha256 } from '../crypto/hash.ts'
import { PERSON_HEADER } from '../http/person-header.ts'
import { normalUserName } from './user-name.ts'

/** The same for each session of a person; tells nobody who it is who does not know. */
export const personMark = (username: string): string => sha256(`person ${normalUserName(username)}`).slice(0, 16)

/** True for a request of a page that was made for somebody else than the person with that user name. */
export function isOfOtherPage(request: Request, username: string): boolean {
  const mark = request.headers.get(PERSON_HEADER)
  return mark !== null && mark !== personMark(username)
}
