// Who is at the portal, in which role, and the way out.
'use client'

import { Button } from '@mantine/core'
import { RoleBadge } from '#components/fhir/role-badge.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { SignInAsOther } from '#components/session/sign-in-as-other.tsx'
import { SignOutButton } from '#components/session/sign-out-button.tsx'
import { portalTexts } from '#components/texts/portal.ts'
import type { PortalPerson } from '#lib/api/portal.ts'
import classes from './portal.module.css'

export function PersonBar({ person, acting }: { readonly person: PortalPerson; readonly acting: boolean }) {
  const texts = useTexts(portalTexts)
  return (
    <div className={classes.bar}>
      <div className={classes.head}>
        <div className={classes.who}>
          <h1>{texts.welcome(person.name)}</h1>
          <RoleBadge role={person.role} />
        </div>
        {acting && <p>{texts.acting}</p>}
      </div>
      {acting ? (
        <form method="post" action="/portal/stop-acting">
          <Button type="submit" variant="default">
            {texts.stopActing}
          </Button>
        </form>
      ) : (
        <div className={classes.ways}>
          <SignInAsOther backTo="/portal" quiet />
          <SignOutButton backTo="/portal" />
        </div>
      )}
    </div>
  )
}
