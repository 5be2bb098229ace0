// The test's OpenID provider on a port of this machine, so that requests go over real sockets, including attacks that no Response
// object can express (conformance IDP-18, AUZ-37).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { boundedFetch } from '#server/network/outbound-fetch.ts'
import { listenerOf } from '#server/testing/listener.ts'
import { ANNA, type AuthorizationServer, authorizationServer, type TestOptions } from './authorization-server.ts'

type Misdeed = (request: IncomingMessage, response: ServerResponse) => void

export interface SocketAuthorizationServer extends AuthorizationServer {
  /** Answers in place of the provider, by the last part of the path. */
  readonly misdeeds: Record<string, Misdeed>
}

/** An authorization server whose identity provider listens on a socket; both end with the test. */
export async function withSocketIdp(options: TestOptions = {}): Promise<SocketAuthorizationServer> {
  const misdeeds: Record<string, Misdeed> = {}
  const { origin, server } = await listening()
  const as = await authorizationServer({ ...options, idpIssuer: origin, idpFetch: boundedFetch })
  const proper = listenerOf((request) => as.idp.handle(request), origin)
  server.on('request', (request, response) => {
    const misdeed = misdeeds[new URL(request.url ?? '', origin).pathname.split('/').at(-1) ?? '']
    if (misdeed) misdeed(request, response)
    else proper(request, response)
  })
  return {
    ...as,
    misdeeds,
    logIn: async (login, claims = ANNA) => {
      as.idp.person = claims
      const answer = await fetch(login.headers.get('location') ?? '', { redirect: 'manual' })
      return as.callback(answer.headers.get('location') ?? '', login)
    },
  }
}

/** A foreign server that counts its requests: for addresses that must not be reached. */
export async function stranger() {
  const visits: string[] = []
  const { origin, server } = await listening()
  server.on('request', (request, response) => {
    visits.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { origin, visits }
}

async function listening() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
