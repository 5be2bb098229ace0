// Runs a launch without a browser: it plays the platform and the person; all servers are real. Compares the end with the expected one.
import type { ComposeDelivery } from '#lib/api/compose-words.ts'
import type { TraceDetail } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import { SECOND } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { FAILURES, type FailureName } from '#lib/launch/failures.ts'
import { leadOf } from '#lib/trace-view/headline.ts'
import { launchKey } from '../../traces/keys.ts'
import { checkOf } from '../../traces/view.ts'
import { CommandFailed } from '../output.ts'
import { browserFetch } from './browser-fetch.ts'
import type { Stopped } from './compared-words.ts'
import { credentials, opening } from './credentials.ts'
import { type Flow, launchApp, logOut } from './flow.ts'
import type { LaunchedApp, LaunchedDomain } from './launched-domain.ts'
import { patient } from './patience.ts'
import { playApp } from './play-app.ts'
import { readPrivateKey } from './private-key.ts'
import { assertServed, explaining } from './reach.ts'
import { APP_ANSWERED, type Step, stepLog } from './steps.ts'
import {
  awaitExchange,
  awaitTraces,
  type CheckResult,
  checkResults,
  requestsOf,
  stoppedBy,
  traceIds,
  wasExchanged,
} from './traced.ts'

export interface LaunchWish {
  readonly app: string
  /** The user and the task; by default the demo's. */
  readonly as?: string
  readonly task?: string
  readonly user?: string
  readonly password?: string
  readonly delivery: ComposeDelivery
  readonly fail?: FailureName
  /** The check that must refuse; true for the one that --fail leads to. */
  readonly expect?: string | true
  /** The file with the private key of the app: the command plays the app. */
  readonly key?: string
}

/** The outcome of a launch; `result` is the output of --json. */
export interface LaunchReport {
  readonly ok: boolean
  /** In a sentence. */
  readonly message: string
  readonly expected: string | undefined
  readonly refusedBy: CheckName | undefined
  /** The values that the check compared, if its trace can be read. */
  readonly stopped: Stopped | undefined
  readonly checks: readonly CheckResult[]
  /** The browser's steps. */
  readonly steps: readonly Step[]
  /** The traces on the server: the launch, and requests that could not be proven to belong to it. */
  readonly traces: readonly TraceDetail[]
  readonly seconds: number
  readonly result: Readonly<Record<string, unknown>>
}

/** Callbacks during the run. */
export interface Telling {
  readonly step: (step: Step) => void
  readonly note: (sentence: string) => void
  /** Called with the user and the task, before the first step. */
  readonly begin?: (opened: { readonly as: string; readonly task: string }) => void
}

const SILENT: Telling = { step: () => {}, note: () => {} }

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Throws CommandFailed when the launch cannot be run at all. Requests go through `network`. */
export async function runWish(
  domain: LaunchedDomain,
  wish: LaunchWish,
  calledFrom: string,
  telling: Telling = SILENT,
  network: Fetch = browserFetch,
): Promise<LaunchReport> {
  const startedAt = performance.now()
  const { flow, platform, jti, opened } = await prepared(domain, wish, telling, network)
  const run = await runnerOf(flow, wish, calledFrom)
  telling.begin?.(opened)
  await assertServed(flow.fetch, domain.addresses)
  const { steps } = flow.log
  let traces: readonly TraceDetail[]
  try {
    await run()
    flow.traced.note(launchKey(platform, jti))
    const written = await awaitTraces(domain, flow.traced.named)
    traces = hasCode(steps) && written.length > 0 ? await awaitExchange(domain, written) : written
  } finally {
    await logOut(flow, telling.note) // Not before the app has exchanged its code.
  }
  const ended = endOf(steps, traces, telling)
  const { app, fail, expect } = wish
  const expected = expect === true ? fail && FAILURES[fail].check : expect
  const verdict = judge(ended, expected, wish)
  const seconds = (performance.now() - startedAt) / SECOND
  const told = {
    ok: verdict.ok,
    client_id: app,
    ...opened,
    trace_id: jti,
    trace: (traces.find(({ failed }) => failed !== null && failed === ended.refusedBy) ?? traces[0])?.id ?? null,
    fail,
    expected,
    refused_by: ended.refusedBy ?? null,
    seconds: Number(seconds.toFixed(3)),
  }
  const { checks, refusedBy, stopped } = ended
  const result = { ...told, checks, steps }
  return { ...verdict, expected, refusedBy, stopped, checks, steps, traces, seconds, result }
}

async function prepared(domain: LaunchedDomain, wish: LaunchWish, telling: Telling, network: Fetch) {
  const { addresses } = domain
  const app = await domain.app(wish.app)
  const { as, task: chosen } = await opening(domain, wish)
  const { delivery, fail } = wish
  const { token, jti, platform, task } = await domain.sign({ app, as, task: chosen, fail })
  const opened = { as, task }
  const login = credentials(addresses, { ...wish, as })
  const flow: Flow = {
    ...{ domain, app, token, delivery, login, fail },
    ...networkOf(domain, app, telling, network),
    log: stepLog(telling.step),
    signedIn: [],
    now: () => performance.now(),
  }
  return { flow, platform, jti, opened }
}

function networkOf({ addresses }: LaunchedDomain, app: LaunchedApp, telling: Telling, network: Fetch) {
  const { publicUrl, authUrl, baseUrl } = addresses
  const traced = traceIds(addresses)
  const waiting = {
    origins: new Set([publicUrl, authUrl, baseUrl].map((url) => new URL(url).origin)),
    tell: (seconds: number) => telling.note(`Too many requests from here: continuing in ${seconds} s.`),
    sleep,
  }
  return { fetch: traced.watching(patient(explaining(network, addresses, app), waiting)), traced }
}

/**
 * Chooses who plays the app: usually the app itself; a failure on the app's side requires the demo app, or the app's
 * key.
 */
async function runnerOf(flow: Flow, { key }: LaunchWish, calledFrom: string): Promise<() => Promise<void>> {
  const { fail, app, domain } = flow
  if (key !== undefined) {
    const signing = await readPrivateKey(key, calledFrom, app)
    return () => playApp(flow, signing)
  }
  const why = notMakeable(domain, app, fail)
  if (why) throw new CommandFailed(`${fail} ${why}`)
  return fail === 'idp-down' ? () => cutOff(flow) : () => launchApp(flow)
}

/** Why a failure cannot be caused without the app's private key; undefined when it can. */
export function notMakeable(
  { addresses, knowsOthers, withoutIdp }: LaunchedDomain,
  { launchUrl }: Pick<LaunchedApp, 'launchUrl'>,
  fail: FailureName | undefined,
): string | undefined {
  const playsAlong = addresses.demo && launchUrl === `${addresses.publicUrl}/launch`
  if (fail && FAILURES[fail].madeBy === 'app' && !playsAlong)
    return 'is made by the app: give its private key with --key FILE, and this command plays the app.'
  if (fail === 'wrong-user' && !knowsOthers)
    return 'needs a second person, whom only the portal of a demo knows: launch without --fail, and sign in as somebody else.'
  if (fail === 'idp-down' && !withoutIdp)
    return 'is played beside the data folder of the domain: run it on that machine, without --url.'
  return undefined
}

async function cutOff(flow: Flow): Promise<void> {
  const network = await flow.domain.withoutIdp?.(flow.fetch)
  if (!network) return
  try {
    await launchApp({ ...flow, fetch: network.fetch })
  } finally {
    await network.close()
  }
}

/** True when the app got a code. It may answer that it can do nothing with it: then the refusal of its token request says why. */
function hasCode(steps: readonly Step[]): boolean {
  const answered = steps.findIndex(({ step }) => step === APP_ANSWERED)
  return answered >= 0 && steps.slice(0, answered).every(({ ok }) => ok)
}

interface Ended {
  readonly steps: readonly Step[]
  /** The step that the browser saw fail. */
  readonly refused: Step | undefined
  /** The check that the server recorded as the one that stopped it. */
  readonly stopped: Stopped | undefined
  readonly refusedBy: CheckName | undefined
  readonly checks: readonly CheckResult[]
}

/** The end of the launch according to its traces; for a refusal without a trace, according to the check in its error. */
function endOf(steps: readonly Step[], traces: readonly TraceDetail[], { note }: Telling): Ended {
  const requests = requestsOf(traces)
  const stopped = stoppedBy(requests)
  const refused = steps.find((step) => !step.ok)
  const checks = checkResults(requests)
  if (stopped || !refused?.check) return { steps, refused, stopped, refusedBy: stopped?.name, checks }
  const { check } = refused
  note(`The trace of this refusal cannot be read here; the error names ${check}.`)
  const told = { step: null, check, outcome: 'failed' } as const
  const named = { ...checkOf({ name: check, outcome: 'failed' }, 'en'), at: 0 } // Nothing of it has a time.
  return { steps, refused, stopped: named, refusedBy: check, checks: [...checks, told] }
}

/** Compares the outcome with the expected one, in a sentence. */
function judge(
  { steps, refused, stopped, refusedBy, checks }: Ended,
  expected: string | undefined,
  { delivery }: LaunchWish,
) {
  const arrived = delivery === 'hti' || steps.some(({ step }) => step === APP_ANSWERED || step === 'code is exchanged')
  const opened = refused === undefined && stopped === undefined && arrived
  const why = whyNot(refused, stopped)
  const isIdle = delivery !== 'hti' && checks.length > 0 && !wasExchanged(checks) // Without a trace this is unknown.
  const openSaid = isIdle ? 'The app has its code, and has not exchanged it.' : 'The launch is open.'
  if (expected === undefined) return { ok: opened, message: opened ? openSaid : `The launch failed. ${why}` }
  if (refusedBy === expected) return { ok: true, message: `${expected} refused, as expected.` }
  return {
    ok: false,
    message: opened
      ? `${expected} was expected to refuse the launch, but it is open.`
      : `${expected} was expected to refuse the launch, but it failed otherwise: ${why}`,
  }
}

function whyNot(refused: Step | undefined, stopped: Stopped | undefined): string {
  if (stopped) return `${stopped.name}: ${leadOf(stopped, 'en').lead}`
  if (!refused) return 'The app did not get a code.'
  if (refused.detail !== undefined) return refused.detail
  return `${refused.step}: HTTP ${refused.status}${refused.said === undefined ? '' : `, ${refused.said}`}`
}
