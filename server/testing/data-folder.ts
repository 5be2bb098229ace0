// Data folders on the disk, for what is tested of a domain that does not run.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'

/** The settings of a program whose output a test reads. */
export const QUIET = { LOG_LEVEL: 'silent', LOG_FORMAT: 'json', SLIPWAY_NO_ENV_FILE: '1' }

/** An empty folder, which is removed with the test. */
export function emptyFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'slipway-folder-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** The files of a demo domain that was made for an address and is not running, and the settings of a command on it. */
export async function domainAt(publicUrl: string, more: Readonly<Record<string, string>> = {}) {
  const cwd = emptyFolder()
  const data = path.join(cwd, 'data')
  cpSync(inject('templateDirectory'), data, { recursive: true })
  const env = { ...QUIET, DATA_DIR: data }
  const domain = await openDomain(readConfig({ ...env, PUBLIC_URL: publicUrl, ...more }))
  await domain.keys.ring('portal').active()
  await domain.close()
  return { cwd, data, env }
}

/** Every file of a data folder with its content. */
export const filesOf = (data: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(data, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
