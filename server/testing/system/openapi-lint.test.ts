// The OpenAPI description, read by a linter that others use, as it is served.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runningDomain } from '../running.ts'

const LINTER = path.resolve('node_modules/@redocly/cli/bin/cli.js')
const RULES = path.resolve('server/testing/system/redocly.yaml')

/** It asks nobody whether there is a newer version, and tells nobody of its use. */
const ALONE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

describe('the OpenAPI description', () => {
  it('MET-12 is valid OpenAPI 3.1, without a warning of Redocly', async () => {
    const { url } = await runningDomain()
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-openapi-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'openapi.json')
    writeFileSync(file, await (await fetch(`${url}/openapi.json`)).text())
    const args = [LINTER, 'lint', file, '--config', RULES, '--format', 'stylish']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, ...ALONE },
    })
    expect(status, stdout + stderr).toBe(0)
  })
})
