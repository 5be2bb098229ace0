// The roles of the domain, and the one that is being edited.
'use client'

import { Button, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { adminTexts } from '#components/texts/admin.ts'
import type { AdminRole } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { rolesQuery } from './admin-queries.ts'
import { Outcome } from './outcome.tsx'
import { RoleEditor, scopeOf } from './role-editor.tsx'
import { SureButton } from './sure-button.tsx'
import { useChange } from './use-change.ts'

export function RoleList() {
  const texts = useTexts(adminTexts)
  const roles = useQuery(rolesQuery)
  const change = useChange()
  const [edited, setEdited] = useState<AdminRole>()
  if (roles.isPending) return <LoadingPage />
  if (roles.isError) return <LoadFailed error={roles.error} retry={() => roles.refetch()} />
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{texts.roles}</h1>
        <Button onClick={() => setEdited({ name: '', permissions: [] })}>{texts.newRole}</Button>
      </div>
      <p className={classes.quiet}>{texts.rolesText}</p>
      <Outcome change={change} done={texts.roleDeleted} />
      {edited && (
        <RoleEditor
          key={edited.name}
          role={edited}
          resourceTypes={roles.data.resourceTypes}
          close={() => setEdited(undefined)}
        />
      )}
      <ScrollingTable label={texts.roles}>
        <TableThead>
          <TableTr>
            <TableTh scope="col">{texts.name}</TableTh>
            <TableTh scope="col">{texts.permissions}</TableTh>
            <TableTd />
          </TableTr>
        </TableThead>
        <TableTbody>
          {roles.data.items.map((role) => (
            <TableTr key={role.name}>
              <TableTh scope="row">{role.name}</TableTh>
              <TableTd className={classes.kid}>{scopeOf(role.permissions) || texts.noPermissions}</TableTd>
              <TableTd>
                <div className={classes.actions}>
                  <Button size="compact-sm" variant="default" onClick={() => setEdited(role)}>
                    {texts.editRole(role.name)}
                  </Button>
                  <SureButton
                    label={texts.deleteRole(role.name)}
                    sure={texts.deleteRoleSure}
                    onSure={() => change.mutate({ path: 'roles/delete', body: { name: role.name } })}
                  >
                    {texts.delete}
                  </SureButton>
                </div>
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </ScrollingTable>
    </div>
  )
}
