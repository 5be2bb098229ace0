// Generates Prisma's client for each engine, and derives the schema of PostgreSQL from prisma/schema.prisma, which is SQLite's: the
// same tables and columns, but for what is listed here. It needs no engine of Prisma's own: Prisma asks for the path of one, but
// never runs it for this command.
import './node.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isCalled } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Prisma's schema of each engine, and the client that is generated from it. */
const ENGINES = [
  { schema: 'prisma/schema.prisma', client: 'prisma/generated/client.ts' },
  { schema: 'prisma/postgres/schema.prisma', client: 'prisma/postgres/generated/client.ts' },
]

/** Creates the clients, unless they are newer than the schema. */
export function generate() {
  const changedAt = Math.max(...['prisma/schema.prisma', 'scripts/generate.mjs'].map(changeOf))
  const old = ENGINES.filter(({ client }) => !existsSync(root + client) || changeOf(client) <= changedAt)
  if (old.length === 0) return
  writeFileSync(
    `${root}prisma/postgres/schema.prisma`,
    postgresSchema(readFileSync(`${root}prisma/schema.prisma`, 'utf8')),
  )
  for (const { schema } of old) generateClient(schema)
}

const changeOf = (file) => statSync(root + file).mtimeMs

function generateClient(schema) {
  const program = ['node_modules/prisma/build/index.js', 'generate', '--schema', schema]
  const { status, stderr, stdout } = spawnSync(process.execPath, program, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
  if (status === 0) return
  process.stderr.write(`${stdout}${stderr}`)
  process.exit(1)
}

const HEAD = '// Derived from prisma/schema.prisma by scripts/generate.mjs. Not committed: change that one.\n'

/** What is another text there, in this order. */
const REPLACED = [
  [/provider\s*= "sqlite"/, 'provider = "postgresql"'],
  // Sequences and counters of several machines leave 32 bits behind within days.
  [/^( +\w+ +)Int\b/gm, '$1BigInt'],
  [/^( +\w+ +DateTime\??)/gm, '$1 @db.Timestamptz(3)'],
  // SQLite has numbers for truth.
  [/\\"deleted\\" = 0/g, 'NOT \\"deleted\\"'],
  [/\\"waiting\\" = 1/g, '\\"waiting\\"'],
]

/** Counters that every writer moves: a row for each slot, since one row would make writers wait for each other's commit. */
const SLOTTED = { ResourceCount: 'type, origin' }

/** Columns that SQLite needs none for: its rows have an order by themselves, which a bounded table drops the oldest by. */
const MADE = ['  made BigInt @default(autoincrement())', '', '  @@index([made])']
const ADDED = { IdpSession: MADE, AppSession: MADE, IdpInteraction: MADE, PendingLaunch: MADE, ComposedLaunch: MADE }

/** Rows that are current, which lists walk. */
const CURRENT = 'where: raw("\\"supersededBy\\" IS NULL AND NOT \\"deleted\\"")'

/**
 * What is found as of a moment: which transactions made and superseded a version, and indexes with all that a walk or a count looks
 * at (docs/explanation/postgres-search.md). Times that every list compares are numbers.
 */
const FOUND = {
  ResourceVersion: [
    [/^ {2}lastUpdated .*\n/m, '  lastUpdated BigInt\n'],
    [
      /(?=\n {2}@@unique)/,
      '  created Unsupported("xid8") @default(dbgenerated("pg_current_xact_id()"))\n  superseded Unsupported("xid8")?\n',
    ],
    ['@@index([seq], map: "subscription_version"', '@@index([created], map: "subscription_version"'],
    [
      /^ {2}@@index\(\[type, lastUpdated.*\n/m,
      `  @@index([type, lastUpdated(sort: Desc), id, origin, seq, created], map: "resource_current_by_time", ${CURRENT})\n`,
    ],
    [
      /^ {2}@@index\(\[type, origin.*\n/m,
      `  @@index([type, origin, lastUpdated(sort: Desc), id, seq, created], map: "resource_current_by_origin", ${CURRENT})
  @@index([type, id, lastUpdated, origin, seq, created], map: "resource_current_by_id", ${CURRENT})
  @@index([type, seq, created, lastUpdated, origin, id], map: "resource_version_by_seq")
  @@index([type, superseded], map: "resource_superseded", where: raw("superseded IS NOT NULL AND NOT \\"deleted\\""))\n`,
    ],
  ],
  SearchValue: [['[type, param, value, system, seq]', '[type, param, value, seq, system]']],
  SearchHorizon: [[/^ {2}seq .*\n/m, '  superseded Unsupported("xid8")\n']],
  SearchSnapshot: [[/^ {2}asOfSeq .*\n/m, '  asOfSeq String\n']],
}

/** What is in files beside SQLite's. */
const WRAPPED = `
/// A private key or a secret of the domain, wrapped by SLIPWAY_KEY (server/keys/wrapping.ts).
model WrappedKey {
  kind   String // key | secret
  name   String // the kid, or the name of the secret
  keyId  String // of the key that wrapped it
  sealed String

  @@id([kind, name])
  @@map("wrapped_key")
}
`

/** What a file says by itself: it is another one after a restore. */
const PLACE = `
/// Where the rows are, and in which history of the server (opening/place.ts). Another place is that of a restore.
model DatabasePlace {
  id       BigInt @id
  place    String
  timeline String

  @@map("database_place")
}
`

/** What several processes share, and one by itself has in its memory. Both tables are UNLOGGED: they may end with the database. */
const SHARED = `
/// What limits count. Of a stranger a row at most for each limit, until its end.
model LimitCount {
  name   String
  caller String
  count  BigInt
  expiresAt DateTime @db.Timestamptz(3)

  @@id([name, caller])
  @@index([expiresAt])
  @@map("limit_count")
}

/// From where the owner of an account last logged in.
model LoginNetwork {
  account String @id // SHA-256 of the user name
  network String

  @@map("login_network")
}
`

/** The schema of PostgreSQL for the text of SQLite's. */
function postgresSchema(sqlite) {
  const typed = REPLACED.reduce((text, [pattern, by]) => replaced(text, pattern, by), sqlite)
  const slotted = Object.entries(SLOTTED).reduce((text, [model, key]) => withSlot(text, model, key), typed)
  const found = Object.entries(FOUND).reduce(
    (text, [model, changes]) =>
      changed(text, model, (body) => changes.reduce((each, [pattern, by]) => replaced(each, pattern, by), body)),
    slotted,
  )
  const added = Object.entries(ADDED).reduce(
    (text, [model, lines]) => changed(text, model, (body) => `${body}${lines.join('\n')}\n`),
    found,
  )
  return HEAD + added + WRAPPED + PLACE + SHARED
}

const withSlot = (text, model, key) =>
  changed(text, model, (body) => replaced(body, `  @@id([${key}])`, `  slot BigInt\n\n  @@id([${key}, slot])`))

/** The schema with another body of a model. */
function changed(text, model, change) {
  return replaced(text, new RegExp(`(?<=^model ${model} \\{\n)[^}]*(?=^\\})`, 'm'), change)
}

function replaced(text, pattern, by) {
  const made = text.replace(pattern, by)
  if (made === text) throw new Error(`prisma/schema.prisma has nothing like ${pattern}.`)
  return made
}

if (isCalled(import.meta.url)) generate()
