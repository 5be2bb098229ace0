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
  it('makes those that it lies in, too, for their owner alone, and leaves one that is there as it is', () => {
    const root = scratch()
    const inner = path.join(root, 'a b', 'é', 'c')
    makePrivateFolder(inner)
    makePrivateFolder(inner)
    expect([root, path.join(root, 'a b'), path.dirname(inner), inner].map(modeOf)).toEqual([0o700, 0o700, 0o700, 0o700])
    expect(() => makePrivateFolder('/')).not.toThrow()
  })

  it('ends where the system makes none, with a sentence that names it', () => {
    const below = existsSync('/proc/self') ? ['/proc/slipway', '/proc/slipway/data', '/proc/self/slipway'] : []
    for (const folder of below) expect(() => makePrivateFolder(folder), folder).toThrow(OperatorError)
    expect(() => makePrivateFolder(`${scratch()}/${'x'.repeat(300)}`)).toThrow(/cannot be made/)
  })

  it('tells of a file that stands in its way, and of a link that leads nowhere', () => {
    const root = scratch()
    writeFileSync(path.join(root, 'file'), '')
    symlinkSync(path.join(root, 'gone'), path.join(root, 'link'))
    expect(() => makePrivateFolder(path.join(root, 'file'))).toThrow(/EEXIST/)
    expect(() => makePrivateFolder(path.join(root, 'file', 'below'))).toThrow(/ENOTDIR/)
    expect(() => makePrivateFolder(path.join(root, 'link'))).toThrow(/EEXIST/)
  })
})
