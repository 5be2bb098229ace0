// The person at the portal and their role.
'use client'

import { RoleBadge } from '#components/fhir/role-badge.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import type { PortalPerson } from '#lib/api/portal.ts'
import classes from './portal.module.css'
import { portalTexts } from './texts.ts'

export function PersonBar({ person, acting }: { readonly person: PortalPerson; readonly acting: boolean }) {
  const texts = useTexts(portalTexts)
  return (
    <div className={classes.head}>
      <div className={classes.who}>
        <h1>{texts.welcome(person.name)}</h1>
        <RoleBadge role={person.role} />
      </div>
      {acting && <p>{texts.acting}</p>}
    </div>
  )
}
