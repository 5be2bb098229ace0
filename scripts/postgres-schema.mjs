// Derives the schema of PostgreSQL from prisma/schema.prisma, which is SQLite's: the same tables and columns, but for what is listed
// here. `npm ci` has no step for it: scripts/generate.mjs writes it before it generates the client of each.

const HEAD = '// Derived from prisma/schema.prisma by scripts/postgres-schema.mjs. Not committed: change that one.\n'

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

/** The schema of PostgreSQL for the text of SQLite's. */
export function postgresSchema(sqlite) {
  const typed = REPLACED.reduce((text, [pattern, by]) => replaced(text, pattern, by), sqlite)
  const slotted = Object.entries(SLOTTED).reduce((text, [model, key]) => withSlot(text, model, key), typed)
  return (
    HEAD +
    Object.entries(ADDED).reduce(
      (text, [model, lines]) => changed(text, model, (body) => `${body}${lines.join('\n')}\n`),
      slotted,
    )
  )
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
