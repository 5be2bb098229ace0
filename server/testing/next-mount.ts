// Next's routes in place of the direct mount, for `npm run test:next`: the same tests, with every request through the module
// in app/ that answers it where HOT_PATH=off, and with a real Request in place of our own view of one.
import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { NextRequest } from 'next/server'
import type { Handler } from '#lib/http/handler.ts'
import { proxy, config as proxyConfig } from '../../proxy.ts'
import type { Domain } from '../domain/domain.ts'
import { shareDomain } from '../domain/shared-domain.ts'
import type { NodeHandler } from '../http/server.ts'

/** True when the tests of this run go through Next's routes. */
export const NEXT_MOUNT = process.env['SLIPWAY_TEST_MOUNT'] === 'next'

type Route = Readonly<Record<string, (request: Request) => Promise<Response>>>

/** Addresses that server/http/server.ts passes to the peers on both mounts, since Next would rewrite or refuse them. */
const STRANGE = /\/\/|\\|%|\/\.{1,2}(\/|$)/

/** Answers an address through its route; undefined for a page. */
export async function nextHandler(
  domain: Domain,
  { pathname, search }: URL,
  method: string,
): Promise<Handler | undefined> {
  if (STRANGE.test(pathname)) return domain.router.handlerFor({ pathname, search }, method)
  const file = routeFileOf(rewritten(pathname, search, method))
  if (file === undefined) return undefined
  const route = (await import(/* @vite-ignore */ file)) as Route
  return (request) => {
    const answer = route[method]
    if (!answer) return new Response(null, { status: 405 })
    shareDomain(domain) // The routes take the shared domain of the process.
    return answer(request)
  }
}

/** The module in app/ that answers an address as Next would find it: its own, or the nearest that catches what lies below. */
export function routeFileOf(pathname: string): string | undefined {
  const parts = pathname.split('/').filter((part) => part !== '')
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const folder = path.resolve('app', ...parts.slice(0, depth))
    if (!existsSync(folder)) continue
    const below = depth < parts.length ? /^\[{1,2}\.\.\./ : /^\[\[\.\.\./
    const catchAll = readdirSync(folder).find((name) => below.test(name))
    if (catchAll === undefined) continue
    return catchAll.includes('nextauth') ? undefined : path.join(folder, catchAll, 'route.ts')
  }
  return undefined
}

const PAGES = new RegExp(`^${proxyConfig.matcher.find((entry) => typeof entry === 'string')}$`)

/** What proxy.ts answers before any file is looked for; undefined for an address that does not come to it. */
export const proxied = (pathname: string, search = '', method = 'GET'): Response | undefined =>
  PAGES.test(pathname)
    ? proxy(new NextRequest(new URL(pathname + search, 'http://localhost:3000'), { method }))
    : undefined

/** Where that leads. */
export function rewritten(pathname: string, search = '', method = 'GET'): string {
  const target = proxied(pathname, search, method)?.headers.get('x-middleware-rewrite')
  return target ? new URL(target).pathname : pathname
}

/** Next's request handler, as far as machines see it. */
export const nextPages =
  (domain: () => Domain, page: NodeHandler): NodeHandler =>
  async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', domain().config.publicUrl)
    const left = new AbortController()
    outgoing.once('close', () => left.abort())
    try {
      const request = requestOf(incoming, url, left.signal)
      const handler = await nextHandler(domain(), url, request.method)
      if (handler) return send(await handler(request), outgoing)
    } catch {
      return void outgoing.destroy() // The client sees that there is no answer.
    }
    await page(incoming, outgoing)
  }

/** Headers of a route's answer that Next does not forward; cookies stay separate. */
const HELD_BACK = ['content-length', 'content-encoding', 'transfer-encoding', 'set-cookie']

function send(answer: Response, outgoing: ServerResponse): void {
  for (const [name, value] of answer.headers) if (!HELD_BACK.includes(name)) outgoing.setHeader(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  outgoing.writeHead(answer.status)
  if (!answer.body) return void outgoing.end()
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
  body.once('error', () => outgoing.destroy())
  outgoing.once('close', () => body.destroy())
  body.pipe(outgoing)
}

function requestOf(incoming: IncomingMessage, url: URL, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(incoming.headers))
    for (const one of [value].flat()) headers.append(name, one)
  const method = incoming.method ?? 'GET'
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal }
  if (method !== 'GET' && method !== 'HEAD') Object.assign(init, { body: Readable.toWeb(incoming), duplex: 'half' })
  return new Request(url, init)
}
