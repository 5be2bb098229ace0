// What can be done with an account, in its row and on its own page: another role, and deleting it.
'use client'

import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import type { AdminUser, UserRole } from '#lib/api/admin.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { operationTexts } from './operation-texts.ts'
import { RoleChange } from './role-change.tsx'
import { adminTexts } from './texts.ts'
import type { Operation } from './use-operations.ts'

interface UserOperationsProps {
  readonly user: AdminUser
  readonly run: (operation: Operation<unknown>) => void
}

export function UserOperations({ user, run }: UserOperationsProps) {
  const { username, name } = user
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const roles = useTexts(ROLE_NAMES)
  const setRole = (before: UserRole, role: UserRole): Operation<unknown> => ({
    path: 'users/role',
    body: { username, role },
    done: () => ({
      text: asks.roleChanged(called(name, username), roles[before], roles[role]),
      undo: { label: asks.changeBack(roles[before]), operation: setRole(role, before) },
    }),
  })
  const remove: Operation<unknown> = {
    path: 'users/delete',
    body: { username },
    done: () => ({ text: asks.userDeleted(name, username) }),
  }
  const children = (
    <p>
      {asks.deleteUserText} {asks.noWayBack}
    </p>
  )
  return (
    <>
      <RoleChange user={user} change={(role) => run(setRole(user.role, role))} />
      <AskButton
        removes
        label={texts.deleteUser(username)}
        question={{ title: asks.deleteUser(name, username), children, confirm: asks.deleteUserYes, dangerous: true }}
        onSure={() => run(remove)}
      >
        {texts.delete}
      </AskButton>
    </>
  )
}
