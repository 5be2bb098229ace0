// Prisma's client on a connection. Whoever asks for rows first imports it: a server that only starts does not need it.
import type { Database as Sqlite } from 'better-sqlite3'
import { PrismaClient } from '#prisma/generated/client.ts'
import { sqliteAdapter } from './sqlite-adapter.ts'

/** The client on the engine's connection, which stays open when the client is gone. */
export const sqliteClient = (sql: Sqlite): PrismaClient =>
  new PrismaClient({ adapter: sqliteAdapter(sql), errorFormat: 'minimal' })
