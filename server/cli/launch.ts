// `launch`: a whole launch without a browser, for people and for CI. It plays the platform and the person; everything between
// is the real thing. Exit code 0 when it went as expected, 1 when not, 2 for usage.
import { performance } from 'node:perf_hooks'
import { SECOND } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { FAILURES, type FailureName } from '#lib/launch/failures.ts'
import { DEMO_PORTAL } from '../demo/resources.ts'
import { createLog } from '../log.ts'
import { launchKey } from '../trace/keys.ts'
import { type Domain, openDomain } from '../wiring.ts'
import { type CheckResult, checkResults } from './launch/checks.ts'
import { type Delivery, type Flow, launchApp } from './launch/flow.ts'
import { writeJunit } from './launch/junit.ts'
import { playApp, readKey } from './launch/play-app.ts'
import { credentials, readApp, signLaunchToken } from './launch/prepare.ts'
import { partOf, type Step, stepLog } from './launch/steps.ts'
import type { CommandContext } from './main.ts'
import { CommandFailed, result, say } from './output.ts'
import { awaitTrace, traceText } from './trace.ts'
import { withoutQuery } from './user-agent.ts'

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
  json?: true
}

/** What came of a launch; `result` is what --json prints. */
export interface LaunchReport {
  readonly ok: boolean
  /** In a sentence. */
  readonly message: string
  readonly expected: string | undefined
  /** The check that refused, where it said its name. */
  readonly refusedBy: string | undefined
  readonly checks: readonly CheckResult[]
  readonly result: Readonly<Record<string, unknown>>
}

export async function launch({ domain, json, calledFrom }: CommandContext, options: LaunchOptions): Promise<void> {
  const startedAt = performance.now()
  const report = await runLaunch(domain, options)
  const { ok, message, checks } = report
  result(
    json,
    report.result,
    `${checks.map(({ check, outcome }) => `${check.padEnd(26)} ${outcome}`).join('\n')}\n${message}`,
  )
  if (options.junit !== undefined) {
    const name = `${options.app} as ${options.as} with ${options.task}${options.fail ? `, ${options.fail}` : ''}`
    writeJunit(options.junit, calledFrom, { ...report, name, seconds: (performance.now() - startedAt) / SECOND })
  }
  if (report.refusedBy) say(`Explained at ${domain.config.publicUrl}/docs/errors/${report.refusedBy}`)
  if (!ok) throw new CommandFailed(message)
}

/** Runs a launch against the server at the domain's address, and says each step. */
export async function runLaunch(domain: Domain, options: LaunchOptions): Promise<LaunchReport> {
  const { flow, jti } = await prepared(domain, options)
  await (await runnerOf(flow, options))()
  const { steps } = flow.log
  const refused = steps.find((step) => !step.ok)
  const checks = checksOf(steps, refused)
  const { app, as, task, fail, expect } = options
  const expected = expect === true ? fail && FAILURES[fail].check : expect
  const verdict = judge(steps, refused, expected, options)
  const trace = await awaitTrace(domain, launchKey(DEMO_PORTAL.clientId, jti), refused ? 'callback' : 'app.callback')
  if (trace) say(`\n${traceText(trace)}`)
  const told = {
    ok: verdict.ok,
    client_id: app,
    as,
    task,
    trace_id: jti,
    trace: trace?.id ?? null,
    fail,
    expected,
    refused_by: refused?.check ?? null,
  }
  return { ...verdict, expected, refusedBy: refused?.check, checks, result: { ...told, checks, steps } }
}

async function prepared(
  domain: Domain,
  options: LaunchOptions,
): Promise<{ readonly flow: Flow; readonly jti: string }> {
  const app = await readApp(domain, options.app)
  const login = credentials(domain, options)
  const { token, jti } = await signLaunchToken(domain, app, options)
  const { delivery, fail } = options
  return { flow: { domain, app, token, delivery, login, fail, fetch, log: stepLog() }, jti }
}

/** Who plays what: usually the app itself answers; a failure of the app's needs the demo app, or the app's key. */
async function runnerOf(flow: Flow, { key }: LaunchOptions): Promise<() => Promise<void>> {
  const { fail, app, domain } = flow
  if (key !== undefined) {
    const signing = await readKey(key)
    return () => playApp(flow, signing)
  }
  const playsAlong = domain.config.demo && app.launchUrl === `${domain.config.publicUrl}/launch`
  if (fail && FAILURES[fail].madeBy === 'app' && !playsAlong)
    throw new CommandFailed(
      `${fail} is made by the app: give its private key with --key FILE, and this command plays the app.`,
    )
  return fail === 'idp-down' ? () => withoutIdp(flow) : () => launchApp(flow)
}

/** Nobody listens on the port of the discard service. */
const NOBODY = 'http://127.0.0.1:9'

/**
 * Plays an authorization server that cannot reach its identity provider: the authorize request of the browser is answered
 * in this process, over the same data, with a provider that is not there. No running server has a switch for it.
 */
async function withoutIdp(flow: Flow): Promise<void> {
  const { config } = flow.domain
  const log = createLog({ ...config, logLevel: 'silent' })
  const externalIdp = { issuer: NOBODY, clientId: 'slipway', clientSecret: undefined }
  const cutOff = await openDomain({ ...config, externalIdp }, { log })
  const fetchBy: Fetch = async (input, init) => {
    const request = new Request(input, init)
    return withoutQuery(request.url) === `${config.authUrl}/oauth2/authorize`
      ? cutOff.peers.oauth.authorize(request)
      : fetch(input, init)
  }
  try {
    await launchApp({ ...flow, fetch: fetchBy })
  } finally {
    await cutOff.close()
  }
}

/** How far the launch came, and who refused it there. */
function checksOf(steps: readonly Step[], refused: Step | undefined): readonly CheckResult[] {
  const seen = (refused ? [refused] : steps).flatMap((step) => partOf(step) ?? [])
  return checkResults({ part: seen.at(-1) ?? 'authorize', refusedBy: refused?.check })
}

/** Whether all went as expected, in a sentence. */
function judge(
  steps: readonly Step[],
  refused: Step | undefined,
  expected: string | undefined,
  { delivery }: LaunchOptions,
) {
  const arrived =
    delivery === 'hti' || steps.some(({ step }) => /^(app receives the code|code is exchanged)$/.test(step))
  const opened = refused === undefined && arrived
  const why = refused?.detail ?? (refused ? `${refused.step}: ${refused.status}` : 'The app did not get a code.')
  if (expected === undefined)
    return { ok: opened, message: opened ? 'The launch is open.' : `The launch failed. ${why}` }
  if (refused?.check === expected) return { ok: true, message: `${expected} refused, as expected.` }
  return {
    ok: false,
    message: `${expected} was to refuse, but ${opened ? 'the launch is open.' : `it was this: ${why}`}`,
  }
}
