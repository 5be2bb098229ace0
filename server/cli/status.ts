// `status` and `open`: the domain at a glance, and its pages in a browser.

import { spawn } from 'node:child_process'
import type { AdminStatus } from '#lib/api/admin.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { caller } from './caller.ts'
import { bold, cyan, dim, green, type Ink, ink, joined, red } from './ink.ts'
import { CommandUsage, counted, result, table } from './output.ts'
import { cellsOf, TRACE_HEAD } from './trace.ts'

/** A domain that is asked for its status. */
export interface StatusSource {
  readonly status: () => Promise<AdminStatus>
  /** The data folder; undefined for a server elsewhere. */
  readonly dataDir: string | undefined
  readonly fetch: Fetch
  /**
   * True when no other process has the data open: a server that answers at the address is then not this domain's.
   * Unknown for a remote domain.
   */
  readonly isAlone?: () => Promise<boolean>
}

/** Long enough for a server that is busy. */
const PATIENCE_MS = 3000

export async function showStatus({ source, json }: { readonly source: StatusSource; readonly json: boolean }) {
  const status = await source.status()
  const server = await serverState(source, status.issuer)
  result(json, { ...status, dataDir: source.dataDir ?? null, server }, statusText(status, source.dataDir, server))
}

type ServerState = 'running' | 'another' | 'unreached' | 'stopped'

/** Whether the server of the domain answers at its address. */
async function serverState({ fetch, isAlone }: StatusSource, issuer: string): Promise<ServerState> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal })
    const document = (await answer.json()) as { readonly issuer?: unknown }
    return document.issuer === issuer && !(await isAlone?.()) ? 'running' : 'another'
  } catch (error) {
    if (error instanceof SyntaxError) return 'another'
    return (await isAlone?.()) === false ? 'unreached' : 'stopped'
  }
}

const SERVER_TEXTS: Readonly<Record<ServerState, Ink>> = {
  running: green('running'),
  another: red('something else answers at its address'),
  unreached: red('a process uses the data, but the address does not answer from here: slipway doctor'),
  stopped: red('not running: slipway start'),
}

function statusText(status: AdminStatus, dataDir: string | undefined, server: ServerState): Ink {
  const { publicUrl, version, demo, embeddedIdentityProvider, counts, refusals } = status
  const { apps, accounts, resources, traces, auditEvents } = counts
  const provider = `${status.identityProvider}${embeddedIdentityProvider ? ' (embedded)' : ''}`
  const rows: readonly (readonly [string, string | Ink])[] = [
    [
      'domain',
      ink`${cyan(publicUrl)}${demo ? dim(`  demo: invented people${embeddedIdentityProvider ? ', known passwords' : ''}`) : ''}`,
    ],
    ['server', SERVER_TEXTS[server]],
    ['version', version],
    ['FHIR base', canonicalBase(status)],
    ['issuer', status.issuer],
    ['sign-in', provider],
    ...(dataDir === undefined ? [] : [['data', dataDir] as const]),
    [
      'holds',
      [
        counted(apps, 'app'),
        counted(accounts, 'account'),
        counted(resources, 'resource'),
        counted(traces, 'trace'),
        counted(auditEvents, 'audit event'),
      ].join(', '),
    ],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return joined(
    [
      ...rows.map(([name, value]) => ink`${dim(name.padEnd(width))}  ${value}`),
      ...(refusals.length === 0 ? [] : ['', bold('Refused last'), table([TRACE_HEAD, ...refusals.map(cellsOf)])]),
    ],
    '\n',
  )
}

/** The program that opens an address, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}

/** Opens a page of the domain in the browser of a person at a desktop terminal; otherwise prints its address. */
export async function openPage(publicUrl: string, page: string, json: boolean): Promise<void> {
  const url = addressOf(publicUrl, page)
  const { stdout, env } = caller()
  const isShown = !json && stdout.isTTY === true && hasDesktop(env) && (await opened(url))
  result(json, { url }, isShown ? ink`Opened ${cyan(url)}` : url)
}

/** The address of a page of the domain. Throws CommandUsage for a word that is no path, and for an address elsewhere. */
function addressOf(publicUrl: string, page: string): string {
  const url = URL.parse(page, page.startsWith('/') ? publicUrl : undefined)
  if (url?.origin !== new URL(publicUrl).origin)
    throw new CommandUsage(`${page} is not a page of ${publicUrl}: give its path, such as /traces.`)
  return url.href
}

const hasDesktop = (env: Readonly<Record<string, string | undefined>>): boolean =>
  process.platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

/** False when no program can open it. */
function opened(url: string): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? []
  if (program === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
