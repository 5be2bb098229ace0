// The dialog that changes an account's role: it explains each role and has a button of its own to assign it.
'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/dialog/confirm-dialog.tsx'
import { Choice } from '#components/ui/form/choice.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import layout from '#components/ui/page/page.module.css'
import type { AdminUser, UserRole } from '#lib/api/admin.ts'
import { USER_ROLES } from '#lib/api/admin-words.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { operationTexts } from './operation-texts.ts'
import { adminTexts } from './texts.ts'

interface RoleChangeProps {
  readonly user: AdminUser
  readonly change: (role: UserRole) => void
}

export function RoleChange({ user: { name, username, role }, change }: RoleChangeProps) {
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const names = useTexts(ROLE_NAMES)
  const [asked, setAsked] = useState(false)
  const [chosen, setChosen] = useState(role)
  const ask = () => {
    setChosen(role)
    setAsked(true)
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-haspopup="dialog"
        aria-label={asks.changeRoleOf(called(name, username))}
        onClick={ask}
      >
        {asks.changeRole}
      </Button>
      <ConfirmDialog
        title={asks.newRoleOf(called(name, username))}
        confirm={asks.changeRoleYes}
        opened={asked}
        disabled={chosen === role}
        onConfirm={() => change(chosen)}
        onClose={() => setAsked(false)}
      >
        <Choice
          label={texts.role}
          options={USER_ROLES.map((one) => ({ value: one, label: names[one], description: asks.roleOpens[one] }))}
          value={chosen}
          onChange={setChosen}
        />
        <p className={layout.hint}>{asks.roleAndRecord}</p>
      </ConfirmDialog>
    </>
  )
}
