// The accounts of the identity provider: search, roles, deletion, and a form for a new one.
'use client'

import '@mantine/core/styles/Checkbox.css'
import { Badge, Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useSearchText } from '#components/ui/address/use-address.ts'
import { EmailField, Form, TextField } from '#components/ui/form/form.tsx'
import { NewPasswordField } from '#components/ui/form/new-password-field.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { AddedUser, AdminUsers, ListedUser, UserRole } from '#lib/api/admin.ts'
import { USER_ROLES } from '#lib/api/admin-words.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import classes from './admin.module.css'
import { meQuery, usersQuery } from './admin-queries.ts'
import { frameTexts } from './frame-texts.ts'
import { operationTexts } from './operation-texts.ts'
import { adminTexts } from './texts.ts'
import { type Operation, useOperations } from './use-operations.ts'
import { UserOperations } from './user-operations.tsx'
import { EMPTY_RECORD, RecordFields, recordOf, recordTypeOf } from './user-record.tsx'
import { userTexts } from './user-texts.ts'

export function UserList() {
  const places = useTexts(frameTexts)
  const texts = useTexts(adminTexts)
  const [text, find] = useSearchText()
  const users = useQuery(usersQuery(useDeferredValue(text.trim())))
  const operations = useOperations()
  const search = (typed: string) => {
    operations.outcome.close()
    find(typed)
  }
  return (
    <div className={layout.page}>
      <h1>{places.users}</h1>
      <p className={layout.quiet}>{texts.usersText}</p>
      <search className={classes.search}>
        <TextField label={texts.findUser} type="search" value={text} onChange={({ target }) => search(target.value)} />
      </search>
      <Outcome {...operations.outcome} />
      {users.isPending && <LoadingPage />}
      {users.isError && <LoadFailed error={users.error} retry={() => users.refetch()} />}
      {users.data && <UserTable users={users.data} busy={operations.busy} run={operations.run} />}
      <NewUser />
    </div>
  )
}

interface UserTableProps {
  readonly users: AdminUsers
  readonly busy: boolean
  readonly run: (operation: Operation<unknown>) => void
}

function UserTable({ users: { items, more }, busy, run }: UserTableProps) {
  const places = useTexts(frameTexts)
  const [texts, ofUser] = [useTexts(adminTexts), useTexts(userTexts)]
  const heads = [texts.name, texts.email, texts.role, texts.status, ofUser.lastLogin, '']
  return (
    <div className={layout.section}>
      <p aria-live="polite" className={layout.quiet}>
        {items.length === 0 ? texts.noUsers : more ? texts.moreUsers(items.length) : texts.usersFound(items.length)}
      </p>
      {items.length > 0 && (
        <ScrollingTable label={places.users} heads={heads} busy={busy}>
          {items.map((user) => (
            <UserRow key={user.username} user={user} run={run} />
          ))}
        </ScrollingTable>
      )}
    </div>
  )
}

function UserRow({ user, run }: Pick<UserTableProps, 'run'> & { readonly user: ListedUser }) {
  const [asks, texts] = [useTexts(operationTexts), useTexts(userTexts)]
  const roles = useTexts(ROLE_NAMES)
  const me = useQuery({ ...meQuery, enabled: false }) // The frame around the page has asked.
  return (
    <Row>
      <RowHead>
        <a href={`/admin/users/${user.id}`}>{user.name}</a>
      </RowHead>
      <Cell>{user.username}</Cell>
      <Cell>{roles[user.role]}</Cell>
      <Cell>
        <Badge color={user.locked ? 'red' : 'teal'}>{user.locked ? asks.lockedUser : texts.open}</Badge>
      </Cell>
      <Cell>{user.lastLoginAt ? <Moment at={user.lastLoginAt} /> : texts.never}</Cell>
      <Cell>
        {me.data?.username === user.username ? (
          <span className={layout.quiet}>{asks.own}</span>
        ) : (
          <div className={layout.actions}>
            <UserOperations user={user} run={run} />
          </div>
        )}
      </Cell>
    </Row>
  )
}

const EMPTY = { username: '', name: '', password: '', role: 'patient' as UserRole }

function NewUser() {
  const texts = useTexts(adminTexts)
  const roles = useTexts(ROLE_NAMES)
  const { form: user, set, bind } = useForm(EMPTY)
  const ofRecord = useForm(EMPTY_RECORD)
  const [withRecord, setWithRecord] = useState(true)
  const ofUser = useTexts(userTexts)
  const operations = useOperations<AddedUser>()
  const isPerson = recordTypeOf(user.role) !== undefined
  return (
    <Form
      className={layout.card}
      aria-labelledby="new-user"
      send={() => {
        operations.run({
          path: 'users',
          body: isPerson && withRecord ? { ...user, record: recordOf(user.role, ofRecord.form) } : user,
          done: (added) => {
            set(EMPTY)
            ofRecord.set(EMPTY_RECORD)
            return { text: <Added user={added} /> }
          },
        })
      }}
    >
      <h2 id="new-user">{texts.newUser}</h2>
      <div className={layout.pair}>
        <TextField label={texts.name} {...bind('name')} required />
        <EmailField label={texts.email} {...bind('username')} required />
        <NewPasswordField label={texts.password} description={texts.passwordHint} {...bind('password')} />
        <NativeSelect
          label={texts.role}
          data={USER_ROLES.map((role) => ({
            value: role,
            label: role === 'auditor' ? texts.auditorRole : roles[role],
          }))}
          {...bind('role')}
        />
      </div>
      {isPerson && (
        <Checkbox
          label={ofUser.withRecord}
          description={ofUser.withRecordText}
          checked={withRecord}
          onChange={({ target }) => setWithRecord(target.checked)}
        />
      )}
      {isPerson && withRecord && (
        <div className={layout.pair}>
          <RecordFields role={user.role} bind={ofRecord.bind} />
        </div>
      )}
      <div>
        <Button type="submit" loading={operations.busy}>
          {texts.add}
        </Button>
      </div>
      <Outcome {...operations.outcome} />
    </Form>
  )
}

/** Says of a person whether a record is theirs: the portal has a place for nobody else. */
function Added({ user: { id, username, role, record } }: { readonly user: AddedUser }) {
  const [asks, texts] = [useTexts(operationTexts), useTexts(userTexts)]
  const roles = useTexts(ROLE_NAMES)
  const added = asks.userAdded(username, roles[role])
  if (record)
    return (
      <>
        {added} <a href={`/browse/${record.reference}`}>{texts.itsRecord(record.name)}</a>
      </>
    )
  if (recordTypeOf(role) === undefined) return added
  return (
    <>
      {added} {texts.recordText} <a href={`/admin/users/${id}`}>{texts.toRecord}</a>
    </>
  )
}
