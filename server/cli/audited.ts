// What is changed by command goes to the audit log as well: the person of the operating system, the command, and what was
// typed but for passwords. A command that fails is told with the outcome of a refusal.
import { userInfo } from 'node:os'
import type { AuditedEvent, AuditedField, AuditedThing } from '#lib/audit/audit.ts'
import { changed, changedFields } from '#lib/audit/changes.ts'
import type { Domain } from '../domain/domain.ts'
import type { CommandContext } from './main.ts'

/** Where it happened, as the audit log says it. */
export const SITE = './bin/slipway'

/** What a command tells of its change beside what was typed. */
export interface Told {
  /** What the thing is called, where that came with the change. */
  readonly name?: string
  readonly fields?: readonly AuditedField[]
}

type Run<Options, Result> = (context: CommandContext, options: Options, args: readonly string[]) => Promise<Result>

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
  <Options extends object>(
    kind: AuditedThing['kind'],
    action: 'C' | 'U' | 'D',
    run: Run<Options, unknown>,
  ): Run<Options, void> =>
  async (context, options, args) => {
    let outcome: 'refused' | undefined = 'refused'
    let more: Told = {}
    try {
      more = toldBy(await run(context, options, args))
      outcome = undefined
    } finally {
      const { domain } = context
      const given = options as Readonly<Record<string, unknown>>
      const told = Object.fromEntries(TOLD.map((name) => [name, given[name]]))
      const name = more.name ?? nameOf(kind, given, args)
      const event = changed(
        { request: new Request(domain.config.publicUrl), person: { operator: operator() } },
        action,
        { kind, name },
        [...changedFields({}, told), ...(more.fields ?? [])],
      )
      domain.audit.at(SITE).record({ ...event, outcome })
    }
  }

const toldBy = (result: unknown): Told => (typeof result === 'object' && result !== null ? result : {})

/** What was typed for a name. The name of an app is no client_id: that of another app may be the same. */
function nameOf(kind: AuditedThing['kind'], given: Readonly<Record<string, unknown>>, args: readonly string[]): string {
  const named = args[0] ?? given['clientId'] ?? given['email'] ?? given['owner']
  return String(named ?? (kind === 'app' ? 'without a client_id' : (given['name'] ?? '')))
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
