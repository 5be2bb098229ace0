// A reader's tasks that have ended, folded below those that can be opened; and where all have, what comes next.
'use client'

import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CONSOLE_PLACES } from '#components/shell/navigation.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import type { PortalTaskWritten } from '#lib/api/portal.ts'
import { FRESH } from './fresh-task.tsx'
import { NotDone } from './not-done.tsx'
import { TASK_CHANGES } from './portal-queries.ts'
import { portalTexts } from './texts.ts'

interface NothingToOpenProps {
  /** In the demo a patient or relative gets a new task; other people see that there is none. */
  readonly givesFresh: boolean
  /** They had all ended when the page opened: the new task comes by itself. */
  readonly atOnce: boolean
}

/** Below the heading of a demo's portal in which every task has ended. */
export function NothingToOpen({ givesFresh, atOnce }: NothingToOpenProps) {
  const texts = useTexts(portalTexts)
  const { mutate, isPending, isSuccess, error } = useChangeAt<PortalTaskWritten>(TASK_CHANGES)
  const asked = useRef(false)
  useEffect(() => {
    if (!givesFresh || !atOnce || asked.current) return
    asked.current = true
    mutate(FRESH)
  }, [givesFresh, atOnce, mutate])
  const isAdmin = consolePlaceOf(useAccount()) === 'console'
  if (isPending || isSuccess) return <Waiting label={texts.loading} height={140} bars={1} />
  return (
    <div className={layout.empty}>
      <h3>{texts.allDone}</h3>
      <p>{texts.allDoneText}</p>
      {givesFresh && (
        <div>
          <Button onClick={() => mutate(FRESH)}>{texts.freshTask}</Button>
        </div>
      )}
      {isAdmin && <PutDemoBack />}
      <NotDone error={error} />
    </div>
  )
}

/** The way to the page on which an administrator puts the demo back. */
export function PutDemoBack() {
  const texts = useTexts(portalTexts)
  return (
    <p>
      <a href={`${CONSOLE_PLACES.console}/data`}>{texts.putDemoBack}</a>
    </p>
  )
}
