// Runs commands: opens the domain of the data folder, or speaks to a server elsewhere, and says which domain it is where that matters.
import type { Command } from 'commander'
import { openExistingDomain } from '../../domain/domain.ts'
import { createLog } from '../../log/log.ts'
import { commandConfig } from '../../startup/domain-record.ts'
import type { CommandContext } from '../context.ts'
import { CommandUsage, note } from '../output.ts'
import { type RemoteDomain, remoteDomain } from '../remote/domain.ts'

interface CommonOptions {
  json?: true
  readonly url?: string
}

/** A command that runs in an opened domain. */
export type Run<Options> = (context: CommandContext, options: Options, args: readonly string[]) => Promise<void>

/** The same that speaks to a server elsewhere. */
export interface RemoteContext {
  readonly remote: RemoteDomain
  readonly json: boolean
  readonly calledFrom: string
}
type RemoteRun<Options> = (context: RemoteContext, options: Options, args: readonly string[]) => Promise<void>

type Action = (...given: unknown[]) => Promise<void>

/** How commands are run that were called from a folder. */
export function actions(calledFrom: string) {
  const inDomain =
    <Options extends CommonOptions>(readOnly: boolean, run: Run<Options>): Action =>
    async (...given) => {
      const { name, options, args } = asked<Options>(given)
      if (addressOf(options) !== undefined)
        throw new CommandUsage(
          `${name} works on the data folder alone: run it on the machine of the domain, without --url and SLIPWAY_URL.`,
        )
      await withDomain(readOnly, options, (context) => run({ ...context, calledFrom }, options, args))
    }
  return {
    /** In the data folder, to change something there. */
    within: <Options extends CommonOptions>(run: Run<Options>) => inDomain(false, run),
    /** In the data folder, which it cannot change. */
    reading: <Options extends CommonOptions>(run: Run<Options>) => inDomain(true, run),
    /** At the server of --url or SLIPWAY_URL where one is named, and otherwise in the data folder. */
    either:
      <Options extends CommonOptions>(remoteRun: RemoteRun<Options>, otherwise: Action): Action =>
      async (...given) => {
        const { options, args } = asked<Options>(given)
        const url = addressOf(options)
        if (url === undefined) return otherwise(...given)
        const remote = await remoteDomain(url, process.env)
        note(`Domain: ${remote.addresses.publicUrl}${options.url === undefined ? ' (SLIPWAY_URL)' : ''}`)
        await remoteRun({ remote, json: options.json === true, calledFrom }, options, args)
      },
    calledFrom,
  }
}

export type Actions = ReturnType<typeof actions>

const addressOf = ({ url }: CommonOptions): string | undefined => url ?? (process.env['SLIPWAY_URL'] || undefined)

/** What commander hands over: the arguments, the options, and the command. */
function asked<Options>(given: readonly unknown[]) {
  const command = given.at(-1) as Command
  const args = given.slice(0, -2).flat() as string[]
  const path = [command.parent?.parent ? command.parent.name() : '', command.name()].filter(Boolean).join(' ')
  return { name: path, options: command.opts<object>() as Options, args }
}

async function withDomain(
  readOnly: boolean,
  { json = false }: { readonly json?: boolean },
  run: (context: Omit<CommandContext, 'calledFrom'>) => Promise<void>,
) {
  const config = commandConfig()
  const domain = await openExistingDomain(config, { readOnly, log: createLog({ ...config, logLevel: 'warn' }) })
  try {
    await run({ domain, json })
  } finally {
    await domain.close()
  }
}
