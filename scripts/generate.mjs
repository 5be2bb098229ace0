// Generates the Prisma client. It needs no engine: Prisma asks for the path of one, but never runs it for this command.
import './node.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isCalled } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Creates prisma/generated, unless it is newer than the schema. */
export function generate() {
  const made = `${root}prisma/generated/client.ts`
  if (existsSync(made) && statSync(made).mtimeMs > statSync(`${root}prisma/schema.prisma`).mtimeMs) return
  const { status, stderr, stdout } = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`)
    process.exit(1)
  }
}

if (isCalled(import.meta.url)) generate()
