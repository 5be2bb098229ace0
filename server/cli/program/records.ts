// The commands of records: import, delete.
import type { Command } from 'commander'
import { audited } from '../audited.ts'
import { importPaths } from '../import.ts'
import { deleteResource } from '../resources.ts'
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
}
