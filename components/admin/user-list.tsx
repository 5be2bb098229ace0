// The accounts of the identity provider: their roles, and a form for another one.
'use client'

import { Button, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { adminTexts } from '#components/texts/admin.ts'
import { USER_ROLES, type UserRole } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { usersQuery } from './admin-queries.ts'
import { ChoiceField, TextField } from './field.tsx'
import { Outcome } from './outcome.tsx'
import { useChange } from './use-change.ts'

export function UserList() {
  const texts = useTexts(adminTexts)
  const users = useQuery(usersQuery)
  const change = useChange()
  if (users.isPending) return <LoadingPage />
  if (users.isError) return <LoadFailed error={users.error} retry={() => users.refetch()} />
  return (
    <div className={classes.page}>
      <h1>{texts.users}</h1>
      <p className={classes.quiet}>{texts.usersText}</p>
      <Outcome change={change} done={texts.saved} />
      <ScrollingTable label={texts.users} busy={change.isPending}>
        <TableThead>
          <TableTr>
            {[texts.name, texts.email, texts.role].map((head) => (
              <TableTh key={head} scope="col">
                {head}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {users.data.items.map(({ username, name, role }) => (
            <TableTr key={username}>
              <TableTh scope="row">{name}</TableTh>
              <TableTd>{username}</TableTd>
              <TableTd>
                <select
                  className={`${classes.control} ${classes.short}`}
                  aria-label={texts.roleOf(name)}
                  value={role}
                  onChange={(event) =>
                    change.mutate({ path: 'users/role', body: { username, role: event.target.value } })
                  }
                >
                  {USER_ROLES.map((one) => (
                    <option key={one} value={one}>
                      {texts.userRoles[one]}
                    </option>
                  ))}
                </select>
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </ScrollingTable>
      <NewUser />
    </div>
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
