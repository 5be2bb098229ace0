// Generates Prisma's client for each engine. It needs none of Prisma's own: Prisma asks for the path of one, but never runs it for
// this command.
import './node.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isCalled } from './command.mjs'
import { postgresSchema } from './postgres-schema.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Prisma's schema of each engine, and the client that is generated from it. */
const ENGINES = [
  { schema: 'prisma/schema.prisma', client: 'prisma/generated/client.ts' },
  { schema: 'prisma/postgres/schema.prisma', client: 'prisma/postgres/generated/client.ts' },
]

/** Creates the clients, unless they are newer than the schema. */
export function generate() {
  const changedAt = Math.max(...['prisma/schema.prisma', 'scripts/postgres-schema.mjs'].map(changeOf))
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

if (isCalled(import.meta.url)) generate()
