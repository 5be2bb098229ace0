// Shows once, on any page, that a sign-in started there failed; the marker is removed from the address.
'use client'

import { Alert } from '@mantine/core'
import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { queryWith, replaceQuery } from '#components/ui/address/use-address.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { SIGN_IN_FAILED } from '#lib/api/account.ts'
import { sessionTexts } from './texts.ts'

export function SignInFailed() {
  const texts = useTexts(sessionTexts)
  const pathname = usePathname()
  const isSaid = useSearchParams().get(SIGN_IN_FAILED.name) === SIGN_IN_FAILED.value
  const [failedAt] = useState(isSaid ? pathname : undefined)
  useEffect(() => {
    if (failedAt !== undefined) replaceQuery(queryWith(SIGN_IN_FAILED.name, undefined))
  }, [failedAt])
  if (failedAt !== pathname) return null
  return (
    <Alert color="red" variant="light" mb="lg">
      {texts.signInFailed}
    </Alert>
  )
}
