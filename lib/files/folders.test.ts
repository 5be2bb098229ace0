import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OperatorError } from '../operator-error.ts'
import { makePrivateFolder } from './folders.ts'

function scratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-folders-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const modeOf = (folder: string) => statSync(folder).mode & 0o777

describe('making a folder', () => {
  it('makes its parent folders too, with mode 0700, and leaves an existing one unchanged', () => {
    const root = scratch()
    const inner = path.join(root, 'a b', 'é', 'c')
    makePrivateFolder(inner)
    makePrivateFolder(inner)
    expect([root, path.join(root, 'a b'), path.dirname(inner), inner].map(modeOf)).toEqual([0o700, 0o700, 0o700, 0o700])
    expect(() => makePrivateFolder('/')).not.toThrow()
  })

  it('fails with a sentence that names the folder when the system does not make it', () => {
    const below = existsSync('/proc/self') ? ['/proc/slipway', '/proc/slipway/data', '/proc/self/slipway'] : []
    for (const folder of below) expect(() => makePrivateFolder(folder), folder).toThrow(OperatorError)
    expect(() => makePrivateFolder(`${scratch()}/${'x'.repeat(300)}`)).toThrow(/cannot be made/)
  })

  it('fails when a file or a dangling link is in its place', () => {
    const root = scratch()
    writeFileSync(path.join(root, 'file'), '')
    symlinkSync(path.join(root, 'gone'), path.join(root, 'link'))
    expect(() => makePrivateFolder(path.join(root, 'file'))).toThrow(/EEXIST/)
    expect(() => makePrivateFolder(path.join(root, 'file', 'below'))).toThrow(/ENOTDIR/)
    expect(() => makePrivateFolder(path.join(root, 'link'))).toThrow(/EEXIST/)
  })
})
