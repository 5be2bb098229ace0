// The log-ins of the demo people, shown in demo mode only.
import { Button, TableTbody, TableTd, TableTh, TableThead, TableTr, VisuallyHidden } from '@mantine/core'
import { CopyText } from '#components/copy/copy-text.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import type { startTexts } from './texts.ts'

export interface DemoLogin {
  readonly name: string
  readonly username: string
  readonly password: string
  readonly role: string
  /** The person in the record; an administrator is none. */
  readonly reference?: string
}

interface DemoLoginsProps {
  /** True where a click acts as the person. */
  readonly act?: boolean
  readonly logins: readonly DemoLogin[]
  readonly texts: (typeof startTexts)['en']
}

export function DemoLogins({ logins, texts, act = false }: DemoLoginsProps) {
  return (
    <ScrollingTable label={texts.logins}>
      <TableThead>
        <TableTr>
          <TableTh scope="col">{texts.name}</TableTh>
          {act && (
            <TableTd>
              <VisuallyHidden>{texts.actAs}</VisuallyHidden>
            </TableTd>
          )}
          <TableTh scope="col">{texts.role}</TableTh>
          <TableTh scope="col">{texts.username}</TableTh>
          <TableTh scope="col">{texts.password}</TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {logins.map(({ name, username, password, role, reference }) => (
          <TableTr key={username}>
            <TableTh scope="row">{name}</TableTh>
            {act && <TableTd>{reference ? <Act name={name} reference={reference} texts={texts} /> : null}</TableTd>}
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

interface ActProps extends Pick<DemoLoginsProps, 'texts'> {
  readonly name: string
  readonly reference: string
}

/** A real form: it works without script. */
function Act({ name, reference, texts }: ActProps) {
  return (
    <form method="post" action="/portal/act-as">
      <input type="hidden" name="person" value={reference} />
      <Button type="submit" size="compact-sm" variant="default" aria-label={texts.actAsPerson(name)}>
        {texts.actAsPerson(name.split(' ')[0] ?? name)}
      </Button>
    </form>
  )
}
