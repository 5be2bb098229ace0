// One statement over a connection of its own, which nothing need close: as another program would send it.
import pg from 'pg'
import { connectionSettings } from '../connection/settings.ts'

/** The rows that the database of a URL answers; values are read as the storage reads them. */
export async function askedOnce<Row>(url: string, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const client = new pg.Client(connectionSettings(url))
  client.on('error', () => undefined) // What waits for it is told; nobody waits where the database was dropped.
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows as readonly Row[]
  } finally {
    await client.end()
  }
}
