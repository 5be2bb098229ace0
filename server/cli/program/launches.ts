// The commands of launches: launch, test, trace.

import { type Command, Option } from 'commander'
import { COMPOSE_DELIVERIES } from '#lib/api/compose-words.ts'
import { TRACE_OUTCOMES } from '#lib/api/trace-words.ts'
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import { FAILURE_NAMES } from '#lib/launch/failures.ts'
import type { CommandContext } from '../context.ts'
import { localDomain } from '../launch/local-domain.ts'
import type { PlatformOptions } from '../launch/own-platform.ts'
import { type LaunchOptions, launch } from '../launch.ts'
import { type TestOptions, testApp } from '../test-app.ts'
import { listTraces, localTraces, showTrace, tailTraces } from '../trace.ts'
import type { Actions } from './actions.ts'
import { check, command, group, limit, reference, required } from './command.ts'

const CI = 'how-to/test-in-ci'

/** The same launch with a data folder: its domain is the one that the command opened. */
const beside =
  <Options extends PlatformOptions>(run: (context: ReturnType<typeof launching>, options: Options) => Promise<void>) =>
  (context: CommandContext, options: Options) =>
    run(launching(context, options), options)

const launching = ({ domain, json, calledFrom }: CommandContext, options: PlatformOptions) => ({
  domain: localDomain(domain, options, calledFrom),
  json,
  calledFrom,
})

export function launchCommands(slipway: Command, { within, either }: Actions): void {
  const launching = command(slipway, 'launch', 'runs a whole launch without a browser against the running server', {
    examples: [
      'slipway launch --app demo-app',
      'slipway launch --app my-app --as Patient/7 --task Task/12 --user anna@example.org --password "…"',
      'slipway launch --app my-app --fail expired --expect --junit expired.xml',
    ],
    docs: CI,
    domain: 'folder or server',
  })
  opening(launching)
    .addOption(new Option('--fail <name>', 'what goes wrong on purpose').choices(FAILURE_NAMES))
    .option('--expect [check]', 'the check that must refuse (without a name: the one that --fail leads to)', check)
    .action(
      either<LaunchOptions>(
        ({ remote, ...context }, options) =>
          launch({ ...context, domain: remote.launched(options, context.calledFrom) }, options),
        within(beside(launch)),
      ),
    )

  const testing = command(
    slipway,
    'test',
    `runs a good launch and all ${FAILURE_NAMES.length} failures on demand against an app, and prints the result of each`,
    {
      examples: [
        'slipway test --app my-app --key private.pem',
        'slipway test --app my-app --url https://launch.example.org --junit test.xml',
      ],
      docs: CI,
      domain: 'folder or server',
    },
  )
  opening(testing).action(
    either<TestOptions>(
      ({ remote, ...context }, options) =>
        testApp({ ...context, domain: remote.launched(options, context.calledFrom) }, options),
      within(beside(testApp)),
    ),
  )
}

/** The options common to all launches. */
const opening = (made: Command): Command =>
  made
    .addOption(required('--app <client_id>', 'the app to launch'))
    .option(
      '--as <Type/id>',
      'the user of the launch (default in a demo domain: its first patient with a task in the app)',
      reference,
    )
    .option(
      '--task <Task/id>',
      'the task to open (default in a demo domain: an open task of the user in the app)',
      reference,
    )
    .option('--user <email>', 'who signs in (default: the demo person of --as)')
    .option(
      '--password <password>',
      'the password of --user (better: SLIPWAY_PASSWORD, which no list of processes shows)',
    )
    .addOption(
      new Option('--delivery <how>', 'form post, GET, or the token alone for apps that introspect it')
        .choices(COMPOSE_DELIVERIES)
        .default('shof'),
    )
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--key <file>', 'the private key of the app (PEM, JWK or JWK Set), to play the app as well')
    .option('--platform <client_id>', 'the portal that launches, instead of the demo’s')
    .option('--platform-key <file>', 'the private key of --platform (PEM, JWK or JWK Set)')
    .option(
      '--patient <Patient/id>',
      'the patient of the task, if that is not --as; with --platform (default: read from the task, if there is no --url)',
      reference,
    )

export function traceCommands(slipway: Command, { within, reading, either }: Actions): void {
  const docs = 'explanation/traces'
  const domain = 'folder or server'
  const trace = group(slipway, 'trace', 'what happened in each launch, check by check')
  const list = command(trace, 'list', 'lists the latest traces', {
    examples: ['slipway trace list --outcome refused --limit 50'],
    docs,
    domain,
  })
  filtering(list, 20).action(
    either<ListOptions>(
      ({ remote, json }, options) => listTraces({ source: remote.traces, json }, options),
      reading<ListOptions>(({ domain, json }, options) => listTraces({ source: localTraces(domain), json }, options)),
    ),
  )
  command(trace, 'show <id>', 'shows a trace, by its id or by the jti of its launch token', {
    examples: ['slipway trace show l-8Yc…'],
    docs,
    domain,
  }).action(
    either(
      ({ remote, json }, _, [id = '']) => showTrace({ source: remote.traces, json }, id),
      within(({ domain, json }, _, [id = '']) => showTrace({ source: localTraces(domain), json }, id)),
    ),
  )
  const tail = command(trace, 'tail', 'shows traces as they come, until Ctrl-C', {
    examples: ['slipway trace tail --app my-app', 'slipway trace tail --outcome refused --json'],
    docs,
    domain,
  })
  filtering(tail, 5).action(
    either<ListOptions>(
      ({ remote, json }, options) => tailTraces({ source: remote.traces, json }, options, interrupted()),
      reading<ListOptions>(({ domain, json }, options) =>
        tailTraces({ source: localTraces(domain), json }, options, interrupted()),
      ),
    ),
  )
}

type ListOptions = Parameters<typeof listTraces>[1]

const filtering = (made: Command, shown: number): Command =>
  made
    .option('--app <client_id>', 'only of this app')
    .addOption(new Option('--outcome <outcome>', 'only with this outcome').choices(TRACE_OUTCOMES))
    .addOption(new Option('--check <check>', 'only those stopped by this check').choices(CHECK_NAMES))
    .option('--limit <number>', 'how many to show', limit, shown)

/** The signal that Ctrl-C gives, or the end of the service that runs this. */
function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller.signal
}
