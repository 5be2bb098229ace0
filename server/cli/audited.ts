// What is changed by command goes to the audit log as well: the person of the operating system, the command, and what was
// typed but for passwords. A command that fails is told with the outcome of a refusal.
import { userInfo } from 'node:os'
import type { AuditedEvent, AuditedThing } from '#lib/audit.ts'
import { changed, changedFields } from '#lib/audit-changes.ts'
import type { Domain } from '../wiring.ts'
import type { CommandContext } from './main.ts'

/** Where it happened, as the audit log says it. */
export const SITE = './bin/slipway'

type Run<Options> = (context: CommandContext, options: Options, args: readonly string[]) => Promise<void>

/** Options that may be told; every other one, a password above all, is not. */
const TOLD = [
  ...[
    'clientId',
    'email',
    'name',
    'kind',
    'role',
    'person',
    'redirectUri',
    'launchUrl',
    'jwksUrl',
    'permission',
    'anyTask',
    'subject',
    'issuer',
  ],
  ...['owner', 'now', 'origin', 'remove'],
]

/** The command, recorded when it is done or has failed. */
export const audited =
  <Options extends object>(kind: AuditedThing['kind'], action: 'C' | 'U' | 'D', run: Run<Options>): Run<Options> =>
  async (context, options, args) => {
    let outcome: 'refused' | undefined = 'refused'
    try {
      await run(context, options, args)
      outcome = undefined
    } finally {
      const { domain } = context
      const given = options as Readonly<Record<string, unknown>>
      const told = Object.fromEntries(TOLD.map((name) => [name, given[name]]))
      const name = args[0] ?? given['clientId'] ?? given['email'] ?? given['owner'] ?? given['name'] ?? ''
      const event = changed(
        { request: new Request(domain.config.publicUrl), person: { operator: operator() } },
        action,
        { kind, name: String(name) },
        changedFields({}, told),
      )
      domain.audit.at(SITE).record({ ...event, outcome })
    }
  }

/** Records what a command shows, or takes along, of what the domain knows of others. */
export const recordView = (
  { audit, config }: Pick<Domain, 'audit' | 'config'>,
  view: Pick<AuditedEvent, 'description' | 'thing' | 'launch'>,
): void =>
  audit.at(SITE).record({
    ...view,
    name: 'view',
    action: 'R',
    request: new Request(config.publicUrl),
    person: { operator: operator() },
  })

/** A user of a container may have no name. */
export function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
