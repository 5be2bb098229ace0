// The accounts of the identity provider: a search, their roles, their end, and a form for another one.
'use client'

import { Button, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { adminTexts } from '#components/texts/admin.ts'
import { type AdminUser, type AdminUsers, USER_ROLES, type UserRole } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { usersQuery } from './admin-queries.ts'
import { ChoiceField, TextField } from './field.tsx'
import { Outcome } from './outcome.tsx'
import { SureButton } from './sure-button.tsx'
import { useChange } from './use-change.ts'

export function UserList() {
  const texts = useTexts(adminTexts)
  const [text, setText] = useState('')
  const users = useQuery(usersQuery(useDeferredValue(text.trim())))
  const change = useChange()
  return (
    <div className={classes.page}>
      <h1>{texts.users}</h1>
      <p className={classes.quiet}>{texts.usersText}</p>
      <search className={classes.search}>
        <TextField label={texts.findUser} type="search" value={text} onChange={setText} />
      </search>
      <Outcome change={change} done={texts.saved} />
      {users.isPending && <LoadingPage />}
      {users.isError && <LoadFailed error={users.error} retry={() => users.refetch()} />}
      {users.data && <UserTable users={users.data} change={change} />}
      <NewUser />
    </div>
  )
}

interface UserTableProps {
  readonly users: AdminUsers
  readonly change: ReturnType<typeof useChange>
}

function UserTable({ users: { items, more }, change }: UserTableProps) {
  const texts = useTexts(adminTexts)
  return (
    <div className={classes.section}>
      <p aria-live="polite" className={classes.quiet}>
        {items.length === 0 ? texts.noUsers : more ? texts.moreUsers(items.length) : texts.usersFound(items.length)}
      </p>
      {items.length > 0 && (
        <ScrollingTable label={texts.users} busy={change.isPending}>
          <TableThead>
            <TableTr>
              {[texts.name, texts.email, texts.role].map((head) => (
                <TableTh key={head} scope="col">
                  {head}
                </TableTh>
              ))}
              <TableTd />
            </TableTr>
          </TableThead>
          <TableTbody>
            {items.map((user) => (
              <UserRow key={user.username} user={user} change={change} />
            ))}
          </TableTbody>
        </ScrollingTable>
      )}
    </div>
  )
}

function UserRow({
  user: { username, name, role },
  change,
}: Pick<UserTableProps, 'change'> & { readonly user: AdminUser }) {
  const texts = useTexts(adminTexts)
  return (
    <TableTr>
      <TableTh scope="row">{name}</TableTh>
      <TableTd>{username}</TableTd>
      <TableTd>
        <select
          className={`${classes.control} ${classes.short}`}
          aria-label={texts.roleOf(name)}
          value={role}
          onChange={(event) => change.mutate({ path: 'users/role', body: { username, role: event.target.value } })}
        >
          {USER_ROLES.map((one) => (
            <option key={one} value={one}>
              {texts.userRoles[one]}
            </option>
          ))}
        </select>
      </TableTd>
      <TableTd>
        <SureButton
          label={texts.deleteUser(username)}
          sure={texts.deleteUserSure}
          onSure={() => change.mutate({ path: 'users/delete', body: { username } })}
        >
          {texts.delete}
        </SureButton>
      </TableTd>
    </TableTr>
  )
}

const EMPTY = { username: '', name: '', password: '', role: 'patient' as UserRole }

function NewUser() {
  const texts = useTexts(adminTexts)
  const [user, setUser] = useState(EMPTY)
  const change = useChange()
  const set = (changes: Partial<typeof EMPTY>) => setUser({ ...user, ...changes })
  return (
    <form
      className={classes.card}
      aria-labelledby="new-user"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ path: 'users', body: user }, { onSuccess: () => setUser(EMPTY) })
      }}
    >
      <h2 id="new-user">{texts.newUser}</h2>
      <TextField label={texts.name} value={user.name} onChange={(name) => set({ name })} required />
      <TextField
        label={texts.email}
        type="email"
        value={user.username}
        onChange={(username) => set({ username })}
        required
      />
      <TextField
        label={texts.password}
        hint={texts.passwordHint}
        type="password"
        value={user.password}
        onChange={(password) => set({ password })}
        required
      />
      <ChoiceField
        label={texts.role}
        value={user.role}
        options={USER_ROLES.map((role) => [role, texts.userRoles[role]] as const)}
        onChange={(role) => set({ role })}
      />
      <div>
        <Button type="submit" loading={change.isPending}>
          {texts.add}
        </Button>
      </div>
      <Outcome change={change} done={texts.saved} />
    </form>
  )
}
