// What the baselines have in common: their settings, as JSON in their environment, and how they answer.
import type { ServerResponse } from 'node:http'

interface Common {
  readonly port: number
  /** The beginning of a list from Slipway, up to its first entry. */
  readonly listHead: string
  /** The beginning of each entry, up to the id. */
  readonly entryHead: string
  /** The public key of the client, as a JWK. */
  readonly clientKey: object
}

export interface Settings extends Common {
  readonly databaseFile: string
  /** A database of its own, for what it writes. */
  readonly ownFile: string
  /** The key of the launching platform. */
  readonly platformKey: object
}

/** Of the baselines on PostgreSQL. */
export interface PostgresSettings extends Common {
  readonly url: string
}

/** What is used once, on the disk before the answer. */
export interface Uses {
  /** Claims an id of a token; false when it was used before. `expiresAt` is in epoch seconds. */
  readonly useUp: (jti: string, expiresAt: number) => boolean | Promise<boolean>
  readonly durable: () => Promise<void>
}

/** A list of Slipway's, with these entries. */
export const listOf = (
  { listHead, entryHead }: Common,
  rows: readonly { readonly id: string; readonly body: string }[],
): string =>
  `${listHead}${rows.map(({ id, body }) => `${entryHead}${id}","resource":${body},"search":{"mode":"match"}}`).join(',')}]}`

export function send(response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-type': 'application/fhir+json', 'content-length': bytes.length })
  response.end(bytes)
}
