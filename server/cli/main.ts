// ./bin/slipway: the commands, their options and their exit codes (0 ok, 1 failed, 2 usage).
import path from 'node:path'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { USER_ROLES } from '#lib/api/admin.ts'
import { TRACE_OUTCOMES } from '#lib/api/traces.ts'
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import { FAILURE_NAMES } from '#lib/launch/failures.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { ConfigError } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import { openExistingDomain } from '../domain/domain.ts'
import { KEY_OWNERS } from '../keys/keys.ts'
import { createLog } from '../log/log.ts'
import { commandConfig } from '../startup/domain-record.ts'
import { addApp, listApps, setAppStatus } from './app.ts'
import { archiveAudit, pruneAudit, verifyAudit } from './audit.ts'
import { audited } from './audited.ts'
import { backUp, restore } from './backup.ts'
import type { CommandContext } from './context.ts'
import { setDeveloper } from './developer.ts'
import { doctor } from './doctor.ts'
import { importPaths } from './import.ts'
import { initDomain } from './init.ts'
import { listKeys, revokeKey, rotateKeys } from './keys.ts'
import { isCheckName } from './launch/check-name.ts'
import { DELIVERIES } from './launch/flow.ts'
import { type LaunchOptions, launch } from './launch.ts'
import { CommandFailed, CommandUsage, say } from './output.ts'
import { deleteResource, resetDomain } from './resources.ts'
import { addRole, deleteRole, listRoles } from './role.ts'
import { listTraces, showTrace } from './trace.ts'
import { addUser, deleteUser, linkUser, listUsers } from './user.ts'

const OK = 0
const FAILED = 1
const USAGE = 2

/** Runs one command line and returns its exit code. */
export async function main(argv: readonly string[], calledFrom: string): Promise<number> {
  try {
    await program(calledFrom).parseAsync([...argv], { from: 'user' })
    return OK
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE
    if (!isForPeople(error)) throw error
    say(error.message)
    return error instanceof CommandUsage ? USAGE : FAILED
  }
}

const isForPeople = (error: unknown): error is Error =>
  [CommandFailed, ConfigError, StorageUnavailable, OperatorError].some((known) => error instanceof known)

function program(calledFrom: string): Command {
  const slipway = new Command('slipway')
    .version(VERSION)
    .description('A whole health-app launch domain in one process.')
    .exitOverride()
    .showHelpAfterError()
  const inDomain =
    ({ readOnly }: { readonly readOnly: boolean }) =>
    <Options extends { json?: true }>(
      run: (context: CommandContext, options: Options, args: readonly string[]) => Promise<void>,
    ) =>
    (...given: unknown[]) => {
      const command = given.pop() as Command
      given.pop()
      return withDomain({ calledFrom, readOnly }, command.opts<Options>(), (context) =>
        run(context, command.opts<Options>(), given.flat() as string[]),
      )
    }
  const within = inDomain({ readOnly: false })
  const reading = inDomain({ readOnly: true })

  command(slipway, 'init', 'makes a new domain in an empty DATA_DIR, as the first start would').action(initDomain)

  const app = group(slipway, 'app', 'apps of the domain: modules that are launched, platforms that launch')
  command(app, 'add', 'registers an app and makes the Device that stands for it')
    .requiredOption('--name <name>', 'what people call it')
    .addOption(
      new Option('--kind <kind>', 'what it does').choices(['module', 'platform', 'both']).makeOptionMandatory(),
    )
    .option('--client-id <id>', 'its client_id and Device id (a UUID unless told)')
    .option('--jwks <file>', 'a file with its public keys as JWK Set')
    .option('--jwks-url <url>', 'where it publishes its JWK Set')
    .option('--pem <file>', 'a file with one public key as PEM')
    .option('--redirect-uri <uri>', 'where codes may go; repeat for more', collect, [])
    .option('--launch-url <url>', 'where launches go')
    .option('--webhook-origin <origin>', 'where else it may be notified; repeat for more', collect, [])
    .option('--role <role>', 'what it may do at the FHIR API')
    .option('--any-task', 'it may be launched with tasks of others than the person and whom they act for')
    .action(within(audited('app', 'C', addApp)))
  command(app, 'list', 'lists the apps').action(reading(listApps))
  command(app, 'enable <client_id>', 'approves an app').action(within(audited('app', 'U', setAppStatus('approved'))))
  command(app, 'disable <client_id>', 'turns an app away from now on').action(
    within(audited('app', 'U', setAppStatus('disabled'))),
  )

  command(app, 'developer <client_id> <email>', 'lets an account see the traces of an app')
    .option('--remove', 'no longer')
    .action(within(audited('app', 'U', setDeveloper)))

  const role = group(slipway, 'role', 'roles: what an app may do at the FHIR API')
  command(role, 'add', 'adds a role, or replaces its permissions')
    .requiredOption('--name <name>', 'the name of the role')
    .option(
      '--permission <TYPE:OPS:SCOPE>',
      'such as Patient:rs:all, Task:r:own or *:rs:granted=CLIENT_ID,…; repeat for more',
      collect,
      [],
    )
    .action(within(audited('role', 'C', addRole)))
  command(role, 'list', 'lists the roles and their permissions').action(reading(listRoles))
  command(role, 'delete <name>', 'deletes a role that no app has').action(within(audited('role', 'D', deleteRole)))

  const user = group(slipway, 'user', 'accounts of the embedded identity provider')
  command(user, 'add', 'adds an account')
    .requiredOption('--email <email>', 'the user name')
    .option('--password <password>', 'at least 8 characters')
    .option('--subject <sub>', 'for somebody of the other identity provider: the subject there, in place of a password')
    .option('--name <name>', 'what people call the person')
    .addOption(new Option('--role <role>', 'who the person is').choices(USER_ROLES).default('patient'))
    .option('--person <Type/id>', 'the resource that gets the user name as identifier', reference)
    .action(within(audited('account', 'C', addUser)))
  command(user, 'link <email>', 'says who of another identity provider has an account here')
    .requiredOption('--subject <sub>', 'who it is there: /admin shows it to who is signed in')
    .option('--issuer <url>', 'the provider (SHARED_IDP_ISSUER unless told)')
    .option('--remove', 'no longer')
    .action(within(audited('account', 'U', linkUser)))
  command(user, 'list', 'lists the accounts')
    .option('--search <text>', 'those whose user name or name has it')
    .action(reading(listUsers))
  command(user, 'delete <email>', 'deletes an account and ends its sessions; the person stays').action(
    within(audited('account', 'D', deleteUser)),
  )

  command(
    slipway,
    'import <path...>',
    'loads resources: .ndjson, .json (resource or Bundle), both also as .gz, folders, - for standard input',
  )
    .option('--origin <client_id>', 'the app whose resources they are')
    .option('--dry-run', 'checks and reports only; no resource is written')
    .action(within(audited('import', 'C', importPaths)))
  command(slipway, 'delete <Type/id>', 'deletes a resource: a tombstone version').action(
    within(audited('resource', 'D', deleteResource)),
  )
  command(slipway, 'launch', 'runs a whole launch without a browser against the running server, and prints each step')
    .requiredOption('--app <client_id>', 'the app to launch')
    .requiredOption('--as <Type/id>', 'the user of the launch', reference)
    .requiredOption('--task <Task/id>', 'the task to open', reference)
    .option('--user <email>', 'who logs in (the demo login of --as unless told)')
    .option('--password <password>', 'the password of --user')
    .addOption(
      new Option('--delivery <how>', 'form post, GET, or the token alone for apps that introspect it')
        .choices(DELIVERIES)
        .default('shof'),
    )
    .addOption(new Option('--fail <name>', 'what goes wrong on purpose').choices(FAILURE_NAMES))
    .option('--expect [check]', 'the check that must refuse; without a name the one that --fail leads to', check)
    .option('--junit <file>', 'writes the outcome as JUnit XML')
    .option('--key <file>', 'the private key of the app (PEM, JWK or JWK Set), to play the app as well')
    .option('--platform <client_id>', 'the platform that launches, in place of the portal of the demo')
    .option('--platform-key <file>', 'the private key of --platform (PEM, JWK or JWK Set)')
    .action(within(inGoodOrder(launch)))

  const trace = group(slipway, 'trace', 'what happened in each launch, check by check')
  command(trace, 'list', 'lists the latest traces')
    .option('--app <client_id>', 'of this app only')
    .addOption(new Option('--outcome <outcome>', 'that ended so').choices(TRACE_OUTCOMES))
    .addOption(new Option('--check <check>', 'that this check stopped').choices(CHECK_NAMES))
    .action(reading(listTraces))
  command(trace, 'show <id>', 'shows a trace, by its id or by the jti of its launch token').action(within(showTrace))

  const keys = group(slipway, 'keys', 'signing keys')
  command(keys, 'list', 'lists the signing keys').action(reading(listKeys))
  command(keys, 'rotate', 'publishes new keys, which sign after an overlap')
    .addOption(new Option('--owner <owner>', 'whose key (all of them unless told)').choices(KEY_OWNERS))
    .option('--now', 'let the new keys sign at once')
    .action(within(audited('key', 'C', rotateKeys)))
  command(keys, 'revoke <kid>', 'withdraws a key: nothing that it signed is accepted from now on').action(
    within(audited('key', 'D', revokeKey)),
  )
  const audit = group(
    slipway,
    'audit',
    'the audit log: who logged in, what was launched, who got a token, what was refused',
  )
  command(audit, 'verify', 'recomputes the chain of the log, and names every event that was changed, removed or put in')
    .option('--head <POSITION:HASH>', 'a head that an earlier run printed: the log has to hold it still')
    .option('--archive <file...>', 'archives of the log, in any order: verified together with it as one chain')
    .action(reading(verifyAudit))
  command(audit, 'archive <file>', 'saves the oldest part of the log in a new, sealed file (compressed if named .gz)')
    .addOption(new Option('--until <date>', 'events from before this day (UTC) or moment').conflicts('days'))
    .option('--days <number>', 'events that are older than so many days', days)
    .action(within(archiveAudit))
  command(audit, 'prune', 'removes from the log what an archive provably holds, beside running servers')
    .requiredOption('--archive <file>', 'the archive; keep it: it is all that is left of these events')
    .action(within(pruneAudit))
  command(slipway, 'doctor', 'looks at the installation from inside and outside, and says what to mend').action(doctor)
  command(slipway, 'backup <folder>', 'copies the whole domain, keys and all, into a new folder while it runs')
    .option('--check', 'makes none: looks whether the backup in the folder is good')
    .action(async (folder: string, options: { check?: true; json?: true }) =>
      backUp(path.resolve(calledFrom, folder), options),
    )
  command(slipway, 'restore <folder>', 'puts a backup in the place of the domain, which nobody may be using')
    .option('--replace', 'puts a domain that is there aside')
    .action(async (folder: string, options: { replace?: true; json?: true }) =>
      restore(path.resolve(calledFrom, folder), options),
    )
  command(slipway, 'reset', 'deletes all data and keys of the domain')
    .option('--yes', 'yes, delete everything')
    .action(async (options: { yes?: true; json?: true }) => resetDomain(commandConfig(), options))
  return slipway
}

const group = (parent: Command, name: string, description: string) =>
  parent.command(name).description(description).exitOverride().showHelpAfterError()

const command = (parent: Command, usage: string, description: string) =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print the result as JSON')
    .exitOverride()
    .showHelpAfterError()

/** An expectation without a name needs a failure that has one. */
const inGoodOrder =
  (run: typeof launch) =>
  async (context: CommandContext, options: LaunchOptions): Promise<void> => {
    if (options.expect === true && !options.fail)
      throw new CommandUsage('Give --expect a check, or say what to --fail.')
    return run(context, options)
  }

function check(value: string): string {
  if (!isCheckName(value)) throw new InvalidArgumentError(`It is none of ${CHECK_NAMES.join(', ')}.`)
  return value
}

function days(value: string): number {
  if (!/^\d{1,5}$/.test(value)) throw new InvalidArgumentError('Give a number of days.')
  return Number(value)
}

const collect = (value: string, previous: readonly string[]) => [...previous, value]

function reference(value: string): string {
  if (!/^[A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64}$/.test(value))
    throw new InvalidArgumentError('Give a reference such as Patient/7.')
  return value
}

async function withDomain(
  { calledFrom, readOnly }: { readonly calledFrom: string; readonly readOnly: boolean },
  { json = false }: { json?: boolean },
  run: (context: CommandContext) => Promise<void>,
) {
  const config = commandConfig()
  const domain = await openExistingDomain(config, { readOnly, log: createLog({ ...config, logLevel: 'warn' }) })
  try {
    await run({ domain, json, calledFrom })
  } finally {
    await domain.close()
  }
}
