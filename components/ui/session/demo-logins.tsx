// The log-ins of the demo people, shown in demo mode only. One click signs in as one of them.
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import type { demoLoginTexts } from './demo-login-texts.ts'
import classes from './demo-logins.module.css'
import { SignInButton } from './sign-in-button.tsx'

/** A person of the demo who can log in. */
export interface DemoLogin {
  readonly name: string
  readonly username: string
  /** None where they log in at another identity provider. */
  readonly password?: string
  readonly role: string
}

/** Where whoever works in the console begins; everybody else, at the portal. */
const HOMES: Readonly<Record<string, string>> = { admin: '/admin', auditor: '/admin/audit' }

interface DemoLoginsProps {
  readonly logins: readonly DemoLogin[]
  readonly texts: (typeof demoLoginTexts)['en']
}

export function DemoLogins({ logins, texts }: DemoLoginsProps) {
  const withPasswords = logins.some(({ password }) => password !== undefined)
  const heads = [texts.name, texts.signIn, texts.role, texts.username]
  return (
    <ScrollingTable label={texts.logins} heads={withPasswords ? [...heads, texts.password] : heads}>
      {logins.map(({ name, username, password, role }) => (
        <Row key={username}>
          <RowHead>{name}</RowHead>
          <Cell>
            <SignInButton
              backTo={HOMES[role] ?? '/portal'}
              loginHint={username}
              label={texts.signInAs(name)}
              variant="default"
              size="compact-sm"
            >
              {texts.signInAs(name.split(' ')[0] ?? name)}
            </SignInButton>
          </Cell>
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
