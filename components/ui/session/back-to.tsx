// Fields for a form at /portal/act-as or /portal/stop-acting with the page to return to.
'use client'

import { useAddress } from '#components/ui/address/use-address.ts'

interface BackToProps {
  /** A page as /portal/act-as names it. */
  readonly page: 'portal' | 'connect' | 'fhir-console' | 'go-on'
  /** The query of the page to return to; by default the current one. */
  readonly query?: string
}

export function BackTo({ page, query }: BackToProps) {
  const address = useAddress()
  const shown = query ?? `${address.query}`
  return (
    <>
      <input type="hidden" name="back" value={page} />
      {shown !== '' && <input type="hidden" name="query" value={shown} />}
    </>
  )
}
