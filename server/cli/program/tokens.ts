// The commands of tokens: for this program on another machine, and for CI.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isTokenScope, LAUNCH_SCOPES, TOKEN_SCOPES, type TokenScope } from '#lib/api/token-words.ts'
import { systemClock } from '#lib/clock.ts'
import { audited } from '../audited.ts'
import { lifeInDays, listTokens, newToken, revokeToken } from '../token.ts'
import type { Actions } from './actions.ts'
import { command, group, required } from './command.ts'

export function tokenCommands(slipway: Command, { within, reading }: Actions): void {
  const docs = 'how-to/test-in-ci'
  const token = group(slipway, 'token', 'tokens of administrators: for this program on another machine, and for CI')
  command(token, 'new', 'makes a token, and prints it this once', {
    examples: [
      'slipway token new --for beheer@demo.test --name ci --expires 90d',
      'SLIPWAY_TOKEN=$(slipway token new --for beheer@demo.test --name here --expires 1d --quiet)',
    ],
    docs,
  })
    .addOption(required('--for <email>', 'the administrator in whose name it acts'))
    .addOption(required('--name <name>', 'what it is for'))
    .addOption(
      new Option('--expires <when>', 'how long it is valid, such as 30d, 12w, 6m or 2027-01-31')
        .default(90, '90d')
        .argParser(life),
    )
    .addOption(
      new Option('--may <scopes>', `what it may do: ${TOKEN_SCOPES.join(', ')}`)
        .default(LAUNCH_SCOPES, LAUNCH_SCOPES.join(','))
        .argParser(scopes),
    )
    .action(within(audited('token', 'C', newToken)))
  command(token, 'list', 'lists the valid tokens', { examples: ['slipway token list'], docs }).action(
    reading(listTokens),
  )
  command(token, 'revoke <id>', 'ends a token at once', { examples: ['slipway token revoke 1b671a64-…'], docs }).action(
    within(audited('token', 'D', revokeToken)),
  )
}

function life(value: string): number {
  const days = lifeInDays(value, systemClock())
  if (days === undefined) throw new InvalidArgumentError('Give 1 to 366 days, such as 30d, 12w, 6m or 2027-01-31.')
  return days
}

function scopes(value: string): readonly TokenScope[] {
  const wanted = value.split(',').map((scope) => scope.trim())
  const unknown = wanted.filter((scope) => !isTokenScope(scope))
  if (unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(', ')} is not one of ${TOKEN_SCOPES.join(', ')}.`)
  return wanted.filter(isTokenScope)
}
