// The log-ins of the demo people, shown in demo mode only.
import { TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { CopyText } from '#components/copy/copy-text.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import type { startTexts } from './texts.ts'

export interface DemoLogin {
  readonly name: string
  readonly username: string
  readonly password: string
  readonly role: string
}

interface DemoLoginsProps {
  readonly logins: readonly DemoLogin[]
  readonly texts: (typeof startTexts)['en']
}

export function DemoLogins({ logins, texts }: DemoLoginsProps) {
  return (
    <ScrollingTable label={texts.logins}>
      <TableThead>
        <TableTr>
          <TableTh scope="col">{texts.name}</TableTh>
          <TableTh scope="col">{texts.role}</TableTh>
          <TableTh scope="col">{texts.username}</TableTh>
          <TableTh scope="col">{texts.password}</TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {logins.map(({ name, username, password, role }) => (
          <TableTr key={username}>
            <TableTh scope="row">{name}</TableTh>
            <TableTd>{texts.roles[role] ?? role}</TableTd>
            <TableTd style={{ whiteSpace: 'nowrap' }}>
              <CopyText value={username} label={`${texts.username}, ${name}`} />
            </TableTd>
            <TableTd>
              <CopyText value={password} label={`${texts.password}, ${name}`} />
            </TableTd>
          </TableTr>
        ))}
      </TableTbody>
    </ScrollingTable>
  )
}
