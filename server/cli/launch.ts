// `launch`: a whole launch without a browser, for people and for CI. It plays the platform and the person; all servers are real.
// Exit code 0 for the expected outcome, 1 for another one, 2 for usage.
import { performance } from 'node:perf_hooks'
import type { TraceCheck, TraceDetail } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import { SECOND } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { withoutQuery } from '#lib/http/user-agent.ts'
import { FAILURES, type FailureName } from '#lib/launch/failures.ts'
import { type Domain, openExistingDomain } from '../domain/domain.ts'
import { createLog } from '../log/log.ts'
import { launchKey } from '../traces/keys.ts'
import type { CommandContext } from './context.ts'
import { type Delivery, type Flow, launchApp } from './launch/flow.ts'
import { writeJunit } from './launch/junit.ts'
import { playApp } from './launch/play-app.ts'
import { assertPerson, credentials, readApp, readPlatform, signLaunchToken } from './launch/prepare.ts'
import { readPrivateKey } from './launch/private-key.ts'
import { assertServed, explaining } from './launch/reach.ts'
import { type Step, stepLog } from './launch/steps.ts'
import { type CheckResult, checkResults, requestsOf, stoppedBy, traceIds } from './launch/traced.ts'
import { CommandFailed, result, say } from './output.ts'
import { awaitTraces, traceText } from './trace.ts'

export interface LaunchOptions {
  readonly app: string
  readonly as: string
  readonly task: string
  readonly user?: string
  readonly password?: string
  readonly delivery: Delivery
  readonly fail?: FailureName
  /** The check that must refuse; true for the one that --fail leads to. */
  readonly expect?: string | true
  readonly junit?: string
  readonly key?: string
  readonly platform?: string
  readonly platformKey?: string
  json?: true
}

/** The outcome of a launch; `result` is the output of --json. */
export interface LaunchReport {
  readonly ok: boolean
  /** In a sentence. */
  readonly message: string
  readonly expected: string | undefined
  /** The check that refused. */
  readonly refusedBy: CheckName | undefined
  readonly checks: readonly CheckResult[]
  /** The traces on the server: the launch, and requests that could not be proven to belong to it. */
  readonly traces: readonly TraceDetail[]
  readonly result: Readonly<Record<string, unknown>>
}

export async function launch({ domain, json, calledFrom }: CommandContext, options: LaunchOptions): Promise<void> {
  const startedAt = performance.now()
  const report = await runLaunch(domain, options, calledFrom)
  const { ok, message, traces, refusedBy } = report
  const { publicUrl } = domain.config
  const told = traces.map((trace) => `${traceText(trace)}\n\n`).join('')
  if (json) say(told)
  const lines = [
    message,
    ...(refusedBy ? [`error  ${publicUrl}/docs/errors/${refusedBy}`] : []),
    ...traces.map(({ id }) => `trace  ${publicUrl}/traces/${id}`),
  ]
  result(json, report.result, `${told}${lines.join('\n')}`)
  if (options.junit !== undefined) {
    const name = `${options.app} as ${options.as} with ${options.task}${options.fail ? `, ${options.fail}` : ''}`
    writeJunit(options.junit, calledFrom, { ...report, name, seconds: (performance.now() - startedAt) / SECOND })
  }
  if (!ok) throw new CommandFailed(message)
}

/** Runs a launch against the server at the domain's address, and says each step. */
export async function runLaunch(
  domain: Domain,
  options: LaunchOptions,
  calledFrom = process.cwd(),
): Promise<LaunchReport> {
  const { flow, platform, jti } = await prepared(domain, options, calledFrom)
  const run = await runnerOf(flow, options, calledFrom)
  await assertServed(flow.fetch, domain.config)
  await run()
  const { steps } = flow.log
  flow.traced.note(launchKey(platform, jti))
  const traces = await awaitTraces(domain, flow.traced.named)
  const ended = endOf(steps, traces)
  const { app, as, task, fail, expect } = options
  const expected = expect === true ? fail && FAILURES[fail].check : expect
  const verdict = judge(ended, expected, options)
  const told = {
    ok: verdict.ok,
    client_id: app,
    as,
    task,
    trace_id: jti,
    trace: (traces.find(({ failed }) => failed !== null && failed === ended.refusedBy) ?? traces[0])?.id ?? null,
    fail,
    expected,
    refused_by: ended.refusedBy ?? null,
  }
  const { checks, refusedBy } = ended
  return { ...verdict, expected, refusedBy, checks, traces, result: { ...told, checks, steps } }
}

async function prepared(
  domain: Domain,
  options: LaunchOptions,
  calledFrom: string,
): Promise<{ readonly flow: Flow; readonly platform: string; readonly jti: string }> {
  const app = await readApp(domain, options.app)
  assertPerson(domain, options.as)
  const login = credentials(domain, options)
  const platform = await readPlatform(domain, options, calledFrom)
  const { token, jti } = await signLaunchToken(domain, app, platform, options)
  const { delivery, fail } = options
  const traced = traceIds(domain.config)
  const network = { fetch: traced.watching(explaining(fetch, domain.config, app)), traced }
  const flow = { domain, app, token, delivery, login, fail, ...network, log: stepLog() }
  return { flow, platform: platform.clientId, jti }
}

/** Chooses who plays the app: usually the app itself; a failure on the app's side needs the demo app, or the app's key. */
async function runnerOf(flow: Flow, { key }: LaunchOptions, calledFrom: string): Promise<() => Promise<void>> {
  const { fail, app, domain } = flow
  if (key !== undefined) {
    const signing = await readPrivateKey(key, calledFrom, app)
    return () => playApp(flow, signing)
  }
  const playsAlong = domain.config.demo && app.launchUrl === `${domain.config.publicUrl}/launch`
  if (fail && FAILURES[fail].madeBy === 'app' && !playsAlong)
    throw new CommandFailed(
      `${fail} is made by the app: give its private key with --key FILE, and this command plays the app.`,
    )
  return fail === 'idp-down' ? () => withoutIdp(flow) : () => launchApp(flow)
}

/** The port of the discard service, on which nothing listens. */
const NOBODY = 'http://127.0.0.1:9'

/**
 * Plays an authorization server that cannot reach its identity provider: the authorize request of the browser is answered
 * in this process, over the same data, with a provider that is not there. No running server has a switch for it.
 */
async function withoutIdp(flow: Flow): Promise<void> {
  const { config } = flow.domain
  const log = createLog({ ...config, logLevel: 'silent' })
  const externalIdp = { issuer: NOBODY, clientId: 'slipway', clientSecret: undefined }
  const cutOff = await openExistingDomain({ ...config, externalIdp }, { readOnly: false, log })
  const fetchBy: Fetch = async (input, init) => {
    const request = new Request(input, init)
    return withoutQuery(request.url) === `${config.authUrl}/oauth2/authorize`
      ? cutOff.peers.oauth.authorize(request)
      : flow.fetch(input, init)
  }
  try {
    await launchApp({ ...flow, fetch: fetchBy })
  } finally {
    await cutOff.close()
  }
}

interface Ended {
  readonly steps: readonly Step[]
  /** The step that the browser saw fail. */
  readonly refused: Step | undefined
  /** The check that the server recorded as the one that stopped it. */
  readonly stopped: TraceCheck | undefined
  readonly refusedBy: CheckName | undefined
  readonly checks: readonly CheckResult[]
}

/** The end of the launch according to its traces; for a refusal without a trace, according to the check in its error. */
function endOf(steps: readonly Step[], traces: readonly TraceDetail[]): Ended {
  const requests = requestsOf(traces)
  const stopped = stoppedBy(requests)
  const refused = steps.find((step) => !step.ok)
  const checks = checkResults(requests)
  if (stopped || !refused?.check) return { steps, refused, stopped, refusedBy: stopped?.name, checks }
  const { check } = refused
  say(`No trace of this refusal can be read here: ${check} is what the error names.`)
  const told = { step: null, check, outcome: 'failed' } as const
  return { steps, refused, stopped, refusedBy: check, checks: [...checks, told] }
}

/** Compares the outcome with the expected one, in a sentence. */
function judge(
  { steps, refused, stopped, refusedBy }: Ended,
  expected: string | undefined,
  { delivery }: LaunchOptions,
) {
  const arrived =
    delivery === 'hti' || steps.some(({ step }) => /^(app receives the code|code is exchanged)$/.test(step))
  const opened = refused === undefined && stopped === undefined && arrived
  const why = refused?.detail ?? whyNot(refused, stopped)
  if (expected === undefined)
    return { ok: opened, message: opened ? 'The launch is open.' : `The launch failed. ${why}` }
  if (refusedBy === expected) return { ok: true, message: `${expected} refused, as expected.` }
  return {
    ok: false,
    message: `${expected} was to refuse, but ${opened ? 'the launch is open.' : `it was this: ${why}`}`,
  }
}

function whyNot(refused: Step | undefined, stopped: TraceCheck | undefined): string {
  if (stopped) return `${stopped.name}: ${stopped.reason ?? stopped.rule}`
  return refused ? `${refused.step}: ${refused.status}` : 'The app did not get a code.'
}
