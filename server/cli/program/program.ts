// All commands of slipway, in groups.
import { Command } from 'commander'
import { BUILD } from '../../config/version.ts'
import { behave } from '../output.ts'
import { actions } from './actions.ts'
import { PROGRAM, styled } from './command.ts'
import { completionCommand } from './completion.ts'
import { launchCommands, traceCommands } from './launches.ts'
import { auditCommands, careCommands, keyCommands, startCommands } from './operation.ts'
import { recordCommands } from './records.ts'
import { appCommands, roleCommands, userCommands } from './registry.ts'
import { tokenCommands } from './tokens.ts'

/** The program, as called from a folder. Parsing throws CommanderError for invalid input. */
export function program(calledFrom: string): Command {
  const slipway = styled(new Command(PROGRAM))
    .version(BUILD, '-V, --version', 'print the version')
    .description('A whole health-app launch domain in one process.')
    .hook('preAction', (_, called) => {
      const { json = false, quiet = false, verbose = false } = called.opts<Readonly<Record<string, boolean>>>()
      behave({ quiet: quiet || json, verbose })
    })
    .addHelpText(
      'after',
      `
Start here:
  slipway start                     a demo domain in ./data, at http://localhost:3000
  slipway launch --app demo-app     a whole launch without a browser
  slipway test --app my-app         all failures on demand against your app
  slipway COMMAND --help            options, examples and settings of a command

In a checkout it is ./bin/slipway, and from the package npx slipway.

Docs: README.md and docs/, and /docs of a running domain`,
    )
  const all = actions(calledFrom)
  slipway.commandsGroup('The domain:')
  startCommands(slipway, all)
  slipway.commandsGroup('Launches:')
  launchCommands(slipway, all)
  traceCommands(slipway, all)
  slipway.commandsGroup('Apps and people:')
  appCommands(slipway, all)
  roleCommands(slipway, all)
  userCommands(slipway, all)
  tokenCommands(slipway, all)
  slipway.commandsGroup('Records:')
  recordCommands(slipway, all)
  slipway.commandsGroup('Operation:')
  careCommands(slipway, all)
  keyCommands(slipway, all)
  auditCommands(slipway, all)
  slipway.commandsGroup('This program:')
  completionCommand(slipway)
  return slipway
}
