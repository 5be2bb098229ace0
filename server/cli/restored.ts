// `restored`: withdraws what may have been used after the moment that a PostgreSQL was put back to, where nothing in it tells so.
import { OperatorError } from '#lib/operator-error.ts'
import { commandConfig } from '../startup/domain-record.ts'
import { caller } from './caller.ts'
import { note, result } from './output.ts'

export async function restored({ json = false }: { readonly json?: boolean }): Promise<void> {
  const config = await commandConfig(caller().env)
  const { openExistingDomain } = await import('../domain/domain.ts')
  const domain = await openExistingDomain(config, { readOnly: false })
  try {
    const { restorations, isAlone } = domain.storage
    if (!restorations)
      throw new OperatorError('The domain is in a file: "slipway restore" puts it back, and withdraws by itself.')
    if (!(await isAlone()))
      throw new OperatorError('A server or a command is using the database. Stop it, and say it again.')
    await restorations.assume()
  } finally {
    await domain.close()
  }
  note(
    'Everybody signs in again, tokens of administrators have to be made anew, and apps get tokens again within half a minute.',
  )
  result(
    json,
    { withdrawn: true },
    'What may have been used after the moment that the database was put back to is withdrawn.',
  )
}
