import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OwnApp } from '#lib/api/connect.ts'
import { envOf, portalEnvOf } from './env.ts'

const APP: OwnApp = {
  clientId: 'a-b',
  name: 'My app',
  kind: 'module',
  status: 'approved',
  role: 'reader',
  rights: [],
  jwks: { keys: [{ kid: 'registered' }] },
  jwksUrl: null,
  redirectUris: ['http://localhost:9000/callback'],
  launchUrl: 'http://localhost:9000/launch',
  logoutUri: null,
  logoutSessionRequired: false,
}

describe('the app.env of an app', () => {
  it('holds what the samples read', () => {
    expect(envOf(APP, undefined, 'http://localhost:3000/fhir/DEFAULT').split('\n')).toEqual([
      'FHIR_BASE=http://localhost:3000/fhir/DEFAULT',
      'CLIENT_ID=a-b',
      'REDIRECT_URI=http://localhost:9000/callback',
      'KEY_ID=registered',
      'PRIVATE_KEY_FILE=private.pem',
      'PORT=9000',
    ])
    expect(envOf({ ...APP, launchUrl: 'https://app.example/launch', jwks: null }, 'made', '')).toMatch(
      /KEY_ID=made\n.*\nPORT=8080$/,
    )
  })

  it('of a portal names the patient where the person who opens the task is somebody else', () => {
    const opening = { person: 'RelatedPerson/e', task: 'Task/1', appId: 'diary', launchUrl: 'https://diary.example/l' }
    const linesOf = (one: typeof opening) => portalEnvOf(APP, 'k', 'https://fhir.example', one).split('\n')
    expect(linesOf(opening).at(-1)).toBe('TASK=Task/1')
    expect(linesOf({ ...opening, ...{ patient: 'Patient/m' } }).slice(-3)).toEqual([
      'PERSON=RelatedPerson/e',
      'TASK=Task/1',
      'PATIENT=Patient/m',
    ])
  })

  it('lets a sample whose app may complete tasks ask whether to complete the one that was launched', () => {
    const lines = (rights: OwnApp['rights']) => envOf({ ...APP, rights }, undefined, '').split('\n')
    expect(lines(['complete_tasks'])).toContain('COMPLETE_TASK=1')
    expect(lines(['be_notified'])).not.toContain('COMPLETE_TASK=1')
  })

  it('has the same meaning for a shell and for Node, whatever a redirect URI contains', () => {
    const redirectUri = "https://app.example/c?a=1&b=$(id)`id`'x;y"
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-env-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'app.env')
    writeFileSync(file, envOf({ ...APP, redirectUris: [redirectUri] }, undefined, ''))
    const wanted = redirectUri.replace("'", '%27')
    const shell = execFileSync('sh', ['-c', `. ${file}; printf %s "$REDIRECT_URI"`], { encoding: 'utf8' })
    const node = execFileSync(process.execPath, [`--env-file=${file}`, '-p', 'process.env.REDIRECT_URI'], {
      encoding: 'utf8',
    })
    expect([shell, node.trim()]).toEqual([wanted, wanted])
  })
})
