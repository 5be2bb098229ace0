// The editor of the token's claims, folded. Its script is loaded when it is first opened.
'use client'

import { Skeleton } from '@mantine/core'
import { lazy, useState } from 'react'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { ClaimListProps } from './claim-list.tsx'
import classes from './compose.module.css'
import { composeTexts } from './texts.ts'

const ClaimList = lazy(() => import('./claim-list.tsx').then((list) => ({ default: list.ClaimList })))

export function ClaimEditor(props: ClaimListProps) {
  const texts = useTexts(composeTexts)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details className={classes.fold} onToggle={() => setWasOpened(true)}>
      <summary>{texts.otherClaims}</summary>
      {wasOpened && (
        <LaterPart fallback={<Skeleton height={160} />}>
          <ClaimList {...props} />
        </LaterPart>
      )}
    </details>
  )
}
