// The log-ins of the demo people, shown in demo mode only.
import { Button } from '@mantine/core'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import type { demoLoginTexts } from './demo-login-texts.ts'
import classes from './demo-logins.module.css'

/** A person of the demo who can log in. */
export interface DemoLogin {
  readonly name: string
  readonly username: string
  /** None where they log in at another identity provider. */
  readonly password?: string
  readonly role: string
  /** The person in the record; an administrator is none. */
  readonly reference?: string
}

interface DemoLoginsProps {
  /** True when a click acts as the person. */
  readonly act?: boolean
  readonly logins: readonly DemoLogin[]
  readonly texts: (typeof demoLoginTexts)['en']
}

export function DemoLogins({ logins, texts, act = false }: DemoLoginsProps) {
  const withPasswords = logins.some(({ password }) => password !== undefined)
  const heads = [texts.name, ...(act ? [texts.actAs] : []), texts.role, texts.username]
  return (
    <ScrollingTable label={texts.logins} heads={withPasswords ? [...heads, texts.password] : heads}>
      {logins.map(({ name, username, password, role, reference }) => (
        <Row key={username}>
          <RowHead>{name}</RowHead>
          {act && (
            <Cell>
              {reference ? (
                <Act name={name} reference={reference} texts={texts} />
              ) : (
                <a href="/admin">{texts.atConsole}</a>
              )}
            </Cell>
          )}
          <Cell>{texts.roles[role] ?? role}</Cell>
          <Cell className={classes.username}>
            <CopyText value={username} label={`${texts.username}, ${name}`} />
          </Cell>
          {password !== undefined && (
            <Cell>
              <CopyText value={password} label={`${texts.password}, ${name}`} />
            </Cell>
          )}
        </Row>
      ))}
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
