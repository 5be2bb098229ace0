// Records changes by command in the audit log: the operating system's user, the command, and its arguments without passwords. A
// failed command is recorded as a refusal.
import { userInfo } from 'node:os'
import { KEY_OWNERS } from '#lib/api/admin-words.ts'
import type { AuditedEvent, AuditedField, AuditedThing } from '#lib/audit/audit.ts'
import { changed, changedFields } from '#lib/audit/changes.ts'
import type { Change } from '#lib/audit/config-changes.ts'
import type { Domain } from '../domain/domain.ts'
import type { CommandContext } from './context.ts'

/** The place of the event in the audit log. */
export const SITE = './bin/slipway'

/** The result of a command for its audit event; a failure may have one, too. */
export interface Told {
  readonly change: Change
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
    'logoutUri',
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
    const record = (outcome: 'refused' | undefined, change: Change) => {
      const { audit, config } = context.domain
      const by = { request: new Request(config.publicUrl), person: { operator: operator() } }
      audit.at(SITE).record({ ...changed(by, change.action, change.thing, change.thing.fields), outcome })
    }
    const given = options as Readonly<Record<string, unknown>>
    const asked = { action, thing: { kind, name: nameOf(kind, given, args), fields: recorded(given) } }
    try {
      record(undefined, toldBy(await run(context, options, args)) ?? asked)
    } catch (error) {
      record('refused', toldBy(error) ?? asked)
      throw error
    }
  }

/** The arguments of a command, as far as they are recorded. */
const recorded = (given: Readonly<Record<string, unknown>>): readonly AuditedField[] =>
  changedFields({}, Object.fromEntries(TOLD.map((name) => [name, given[name]])))

const toldBy = (result: unknown): Change | undefined =>
  typeof result === 'object' && result !== null ? (result as Partial<Told>).change : undefined

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
