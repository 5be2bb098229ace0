// Says once, after a sign-out, what has ended; the marker is removed from the address.
'use client'

import { Alert } from '@mantine/core'
import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { queryWith, replaceQuery } from '#components/ui/address/use-address.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { SIGNED_OUT } from '#lib/api/account.ts'
import { useAccount } from './account-context.tsx'
import { sessionTexts } from './texts.ts'

export function SignedOutNote() {
  const texts = useTexts(sessionTexts)
  const pathname = usePathname()
  const account = useAccount()
  const said = useSearchParams().get(SIGNED_OUT.name)
  const [shown] = useState({ at: pathname, ended: SIGNED_OUT.values.find((value) => value === said) })
  useEffect(() => {
    if (shown.ended !== undefined) replaceQuery(queryWith(SIGNED_OUT.name, undefined))
  }, [shown])
  if (shown.ended === undefined || shown.at !== pathname || account) return null
  return (
    <Alert role="status" color="teal" variant="light" title={texts.signedOut} mb="lg">
      {texts.whatEnded[shown.ended]}
    </Alert>
  )
}
