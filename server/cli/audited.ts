// Records changes by command in the audit log: the operating system's user, the command, and its arguments without passwords. A
// failed command is recorded as a refusal.
import { userInfo } from 'node:os'
import { KEY_OWNERS } from '#lib/api/admin-words.ts'
import type { AuditedEvent, AuditedField, AuditedThing } from '#lib/audit/audit.ts'
import { changed, changedFields } from '#lib/audit/changes.ts'
import type { Domain } from '../domain/domain.ts'
import type { CommandContext } from './context.ts'

/** The place of the event in the audit log. */
export const SITE = './bin/slipway'

/** The result of a command for its audit event, beside the arguments. */
export interface Told {
  /** The name of the object, when the change created it. */
  readonly name?: string
  readonly fields?: readonly AuditedField[]
}

type Run<Options, Result> = (context: CommandContext, options: Options, args: readonly string[]) => Promise<Result>

/** Recorded options; all others, passwords above all, are left out. */
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
    'webhookOrigin',
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
      const recorded = Object.fromEntries(TOLD.map((name) => [name, given[name]]))
      const name = more.name ?? nameOf(kind, given, args)
      const event = changed(
        { request: new Request(domain.config.publicUrl), person: { operator: operator() } },
        action,
        { kind, name },
        [...changedFields({}, recorded), ...(more.fields ?? [])],
      )
      domain.audit.at(SITE).record({ ...event, outcome })
    }
  }

const toldBy = (result: unknown): Told => (typeof result === 'object' && result !== null ? result : {})

/** Names for objects that have none: an app gets its client_id later, and a rotation concerns the keys of all owners. */
const UNNAMED: Readonly<Partial<Record<AuditedThing['kind'], string>>> = {
  app: 'without a client_id',
  key: KEY_OWNERS.join(', '),
}

/** The typed name or id. A display name of an app is not taken for its client_id, which may belong to another app. */
function nameOf(kind: AuditedThing['kind'], given: Readonly<Record<string, unknown>>, args: readonly string[]): string {
  const named = args[0] ?? given['clientId'] ?? given['email'] ?? given['owner']
  return String(named ?? UNNAMED[kind] ?? given['name'] ?? '')
}

/** Records that a command showed, or copied, the domain's information about others. */
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
