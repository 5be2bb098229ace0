// The commands of records: import, delete, reset.
import type { Command } from 'commander'
import { commandConfig } from '../../startup/domain-record.ts'
import { audited } from '../audited.ts'
import { caller } from '../caller.ts'
import { importPaths } from '../import.ts'
import { deleteResource, resetDomain } from '../resources.ts'
import type { Actions } from './actions.ts'
import { command } from './command.ts'

export function recordCommands(slipway: Command, { within }: Actions): void {
  command(
    slipway,
    'import <path...>',
    'loads resources: .ndjson, .json (resource or Bundle), both also as .gz, folders, - for standard input',
    {
      examples: [
        'slipway import patients.ndjson.gz tasks/ --dry-run',
        'slipway import export.json --origin my-app',
        'curl … | slipway import -',
      ],
      docs: 'explanation/import',
    },
  )
    .option('--origin <client_id>', 'the app whose resources they are')
    .option('--dry-run', 'checks and reports only; no resource is written')
    .action(within(audited('import', 'C', importPaths)))
  command(slipway, 'delete <Type/id>', 'deletes a resource: a tombstone version', {
    examples: ['slipway delete Task/12'],
  }).action(within(audited('resource', 'D', deleteResource)))
  command(slipway, 'reset', 'deletes all data and keys of the domain', { examples: ['slipway reset --yes'] })
    .option('--yes', 'yes, delete everything')
    .action(async (options: { yes?: true; json?: true }) => resetDomain(await commandConfig(caller().env), options))
}
