// `launch`: a whole launch without a browser, for people and for CI. Exit code 0 for the expected outcome, 1 for another one, 2 for usage.
import type { Fetch } from '#lib/http/handler.ts'
import type { Domain } from '../domain/domain.ts'
import type { LaunchContext } from './context.ts'
import { bold, dim, ink } from './ink.ts'
import { beginning, launchSuite, writeJunit } from './launch/junit.ts'
import { localDomain } from './launch/local-domain.ts'
import type { PlatformOptions } from './launch/own-platform.ts'
import { stepLines, summaryOf, traceText } from './launch/report.ts'
import { type LaunchReport, type LaunchWish, runWish } from './launch/run.ts'
import { CommandUsage, failed, isVerbose, line, note, result } from './output.ts'

export interface LaunchOptions extends LaunchWish, PlatformOptions {
  readonly junit?: string
}

export async function launch({ domain, json, calledFrom }: LaunchContext, options: LaunchOptions): Promise<void> {
  if (options.expect === true && !options.fail)
    throw new CommandUsage('Give --expect a check, or use --fail to say what must go wrong.')
  const lineOf = stepLines()
  const { publicUrl } = domain.addresses
  const report = await beginning(options, calledFrom, 'slipway launch', () =>
    runWish(domain, options, calledFrom, {
      begin: ({ as, task }) =>
        line(ink`${bold(`Launch of ${options.app}`)} as ${as} with ${task} ${dim(`at ${publicUrl}`)}`),
      step: (step) => line(lineOf(step)),
      note,
    }),
  )
  const { ok, traces } = report
  if (isVerbose() && !json) for (const trace of traces) line(ink`\n${traceText(trace)}`)
  line(dim(''))
  result(json, report.result, summaryOf(report, publicUrl))
  if (options.junit !== undefined)
    writeJunit(options.junit, calledFrom, launchSuite(nameOf(report, options), report, publicUrl))
  if (!ok) throw failed(json, report.message)
}

const nameOf = ({ result }: LaunchReport, { app, fail }: LaunchOptions) =>
  `${app} as ${result['as']} with ${result['task']}${fail ? `, ${fail}` : ''}`

/** Runs a launch against the server at the domain's address, without telling each step. */
export function runLaunch(domain: Domain, options: LaunchOptions, network?: Fetch): Promise<LaunchReport> {
  const calledFrom = process.cwd()
  return runWish(localDomain(domain, options, calledFrom), options, calledFrom, { step: () => {}, note }, network)
}
