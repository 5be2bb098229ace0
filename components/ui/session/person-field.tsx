// In a plain form: whom its page was made for, as ofThisPage says it of the requests of a script.
'use client'

import { PERSON_FIELD } from '#lib/http/person-header.ts'
import { useAccount } from './account-context.tsx'

/** Nothing on the page of a visitor. */
export function PersonField() {
  const account = useAccount()
  return account && <input type="hidden" name={PERSON_FIELD} value={account.person} />
}
