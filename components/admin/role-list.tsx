// The roles of the domain, and the one that is being edited.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import type { AdminRole } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { appsQuery, rolesQuery } from './admin-queries.ts'
import { frameTexts } from './frame-texts.ts'
import { operationTexts } from './operation-texts.ts'
import { PermissionWords } from './permission-words.tsx'
import { RoleEditor, scopeOf } from './role-editor.tsx'
import { adminTexts } from './texts.ts'
import { type Operation, useOperations } from './use-operations.ts'

export function RoleList() {
  const places = useTexts(frameTexts)
  const texts = useTexts(adminTexts)
  const roles = useQuery(rolesQuery)
  const operations = useOperations()
  const asks = useTexts(operationTexts)
  const [edited, setEdited] = useState<AdminRole>()
  if (!roles.data) return <Unloaded query={roles} />
  const remove = ({ name, permissions }: AdminRole): Operation<unknown> => ({
    path: 'roles/delete',
    body: { name },
    done: () => ({
      text: asks.roleDeleted(name),
      undo: {
        label: asks.putBack,
        operation: {
          method: 'PUT',
          path: 'roles',
          body: { name, permissions },
          done: () => ({ text: asks.roleBack(name) }),
        },
      },
    }),
  })
  const editor = edited && (
    <RoleEditor
      key={edited.name}
      role={edited}
      resourceTypes={roles.data.resourceTypes}
      taken={roles.data.items.map(({ name }) => name)}
      close={() => setEdited(undefined)}
    />
  )
  return (
    <div className={layout.page}>
      <h1>{places.roles}</h1>
      <p className={layout.quiet}>{texts.rolesText}</p>
      <Outcome {...operations.outcome} />
      <RefetchFailed query={roles} />
      <ScrollingTable label={places.roles} heads={[texts.name, texts.permissions, texts.appsWith, '']}>
        {roles.data.items.map((role) => (
          <Fragment key={role.name}>
            <Row>
              <RowHead>{role.name}</RowHead>
              <Cell>
                <PermissionWords permissions={role.permissions} />
                {role.permissions.length > 0 && (
                  <details className={classes.scopes}>
                    <summary>{texts.asScope}</summary>
                    <p className={layout.hint}>{texts.previewText}</p>
                    <span className={classes.scopeLines}>{scopeOf(role.permissions).replaceAll(' ', '\n')}</span>
                  </details>
                )}
              </Cell>
              <Cell>
                <AppsWith role={role.name} />
              </Cell>
              <Cell>
                <div className={layout.actions}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={texts.editRole(role.name)}
                    onClick={() => setEdited(role)}
                  >
                    {texts.edit}
                  </Button>
                  <AskButton
                    removes
                    label={texts.deleteRole(role.name)}
                    question={{
                      title: asks.deleteRole(role.name),
                      children: <p>{asks.deleteRoleText}</p>,
                      confirm: asks.deleteRoleYes,
                      dangerous: true,
                    }}
                    onSure={() => operations.run(remove(role))}
                  >
                    {texts.delete}
                  </AskButton>
                </div>
              </Cell>
            </Row>
            {edited?.name === role.name && (
              <Row aria-label={texts.role}>
                <Cell colSpan={4}>{editor}</Cell>
              </Row>
            )}
          </Fragment>
        ))}
      </ScrollingTable>
      <div>
        <Button onClick={() => setEdited({ name: '', permissions: [] })}>{texts.newRole}</Button>
      </div>
      {edited?.name === '' && editor}
    </div>
  )
}

/** Apps that a row names; a role for reading may have very many. */
const MOST_NAMED = 5

function AppsWith({ role }: { readonly role: string }) {
  const texts = useTexts(adminTexts)
  const apps = useQuery(appsQuery)
  const having = apps.data?.items.filter((app) => app.role === role)
  if (!having) return null
  if (having.length === 0) return texts.none
  return (
    <ul className={formClasses.list}>
      {having.slice(0, MOST_NAMED).map(({ clientId, called: name }) => (
        <li key={clientId}>
          <a href={`/admin/apps/${clientId}`}>{name}</a>
        </li>
      ))}
      {having.length > MOST_NAMED && <li>{texts.moreApps(having.length - MOST_NAMED)}</li>}
    </ul>
  )
}
