// Runs commands: opens the domain of the data folder, or connects to a remote server, and names the domain when that
// matters.
import type { Command } from 'commander'
import { createLog } from '../../log/log.ts'
import { commandConfig } from '../../startup/domain-record.ts'
import { caller } from '../caller.ts'
import type { CommandContext } from '../context.ts'
import { note } from '../output.ts'
import { type RemoteDomain, remoteDomain } from '../remote/domain.ts'
import { addressOf } from './command.ts'

/** The options of every command, beside its own. */
interface CommonOptions {
  readonly json?: true
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
    <Options>(readOnly: boolean, run: Run<Options>): Action =>
    async (...given) => {
      const { options, args } = asked<Options>(given)
      await withDomain(readOnly, options, (context) => run({ ...context, calledFrom }, options, args))
    }
  return {
    /** In the data folder, to change something there. */
    within: <Options>(run: Run<Options>) => inDomain(false, run),
    /** In the data folder, which it cannot change. */
    reading: <Options>(run: Run<Options>) => inDomain(true, run),
    /** At the server of --url or SLIPWAY_URL if given, otherwise in the data folder. */
    either:
      <Options>(remoteRun: RemoteRun<Options>, otherwise: Action): Action =>
      async (...given) => {
        const { options, args } = asked<Options>(given)
        const url = addressOf(options)
        if (url === undefined) return otherwise(...given)
        const remote = await remoteDomain(url, caller().env)
        if (options.url === undefined) note(`Domain: ${remote.addresses.publicUrl} (SLIPWAY_URL)`)
        await remoteRun({ remote, json: options.json === true, calledFrom }, options, args)
      },
    calledFrom,
  }
}

export type Actions = ReturnType<typeof actions>

/** The values that commander passes: the arguments, the options, and the command. */
const asked = <Options>(given: readonly unknown[]) => ({
  options: (given.at(-1) as Command).opts<object>() as Options & CommonOptions,
  args: given.slice(0, -2).flat() as string[],
})

async function withDomain(
  readOnly: boolean,
  { json = false }: { readonly json?: boolean },
  run: (context: Omit<CommandContext, 'calledFrom'>) => Promise<void>,
) {
  const config = await commandConfig(caller().env)
  // Loaded on demand: it is half of the code, and neither the help nor a remote server needs it.
  const { openExistingDomain } = await import('../../domain/domain.ts')
  const domain = await openExistingDomain(config, { readOnly, log: createLog({ ...config, logLevel: 'warn' }) })
  try {
    await run({ domain, json })
  } finally {
    await domain.close()
  }
}
