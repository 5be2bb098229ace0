// Fetching a supported Node: real npm, real archives, real programs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isSupported, nodeRuntime } from './node.mjs'

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-runtime-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A package as the registry has them, whose program says a word; and where runtimes go. */
function pretended(program = '#!/bin/sh\necho v24.99.0\n') {
  const at = temporaryFolder()
  const spec = path.join(at, 'node-pretended@24.99.0')
  mkdirSync(path.join(spec, 'bin'), { recursive: true })
  writeFileSync(path.join(spec, 'package.json'), '{"name":"node-pretended","version":"24.99.0","files":["bin/node"]}')
  writeFileSync(path.join(spec, 'bin/node'), program)
  chmodSync(path.join(spec, 'bin/node'), 0o755)
  const packed = spawnSync('npm', ['pack', spec, '--silent', '--pack-destination', at], { encoding: 'utf8' })
  const archive = readFileSync(path.join(at, packed.stdout.trim()))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const said: string[] = []
  const ask = (more = {}) =>
    nodeRuntime({
      platform: 'pretended',
      packages: { pretended: { spec, integrity } },
      folders: [path.join(at, 'runtimes')],
      tell: (sentence: string) => said.push(sentence),
      ...more,
    })
  return { at, spec, integrity, said, ask, runtimes: path.join(at, 'runtimes') }
}

describe('the Node that runs Slipway', () => {
  it.each([
    ['9', false], // Node 20, and 22 before 22.14
    ['10', true], // Node 22.14 to 24
    ['11', true],
  ])('is one that has Node-API 10: %s is %s', (napi, expected) => expect(isSupported({ napi })).toBe(expected))

  it('is fetched once, checked by its hash, and says so before it takes time', () => {
    const { ask, said, runtimes } = pretended()
    const { program, version } = ask()
    expect(version).toBe('24.99.0')
    expect(spawnSync(program, { encoding: 'utf8' }).stdout).toBe('v24.99.0\n')
    expect(said).toEqual(['Fetching Node 24.99.0 for pretended, once …'])
    expect(ask()).toEqual({ program, version })
    expect(said).toHaveLength(1)
    expect(readdirSync(runtimes)).toEqual(['pretended-24.99.0'])
  })

  it.each([
    ['has another hash', { integrity: 'sha512-AAAA' }, 'is not what it should be'],
    [
      'is not in the registry',
      { spec: '/nowhere/node-nowhere@24.0.0' },
      'npm could not fetch /nowhere/node-nowhere@24.0.0',
    ],
  ])('is refused when the package %s, and leaves no files behind', (_name, changed, expected) => {
    const { spec, integrity, ask, runtimes } = pretended()
    expect(() => ask({ packages: { pretended: { spec, integrity, ...changed } } })).toThrow(expected)
    expect(readdirSync(runtimes)).toEqual([])
  })

  it('is refused when it does not run on this machine', () => {
    const { ask, runtimes } = pretended('#!/nowhere/musl\n')
    expect(ask).toThrow('does not run on this machine')
    expect(readdirSync(runtimes)).toEqual([])
  })

  it('cannot be had for every machine: one sentence with what to do', () => {
    const { ask } = pretended()
    expect(() => ask({ platform: 'sunos-sparc' })).toThrow(
      /^Slipway needs Node 22\.14 or newer; this is [\d.]+, and a newer one cannot be had: the registry has none for sunos-sparc\. Install Node 24, and run the command again\.$/,
    )
  })

  it('cannot be put where nobody may write', () => {
    const { at, ask } = pretended()
    writeFileSync(path.join(at, 'file'), '')
    const [nowhere, ofUser] = [path.join(at, 'file', 'runtimes'), path.join(at, 'of user')]
    expect(() => ask({ folders: [nowhere] })).toThrow('cannot be written (ENOTDIR)')
    expect(ask({ folders: [nowhere, ofUser] }).program.startsWith(ofUser)).toBe(true)
  })

  it('has one oldest version, beside the one that may call it, wherever these are said, and both are tried', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { readonly node: string } }
    const calling = engines.node.replace(/^>=/, '')
    const [, oldest = ''] = /^const OLDEST = '(\d+\.\d+)'$/m.exec(readFileSync('scripts/node.mjs', 'utf8')) ?? []
    const tried = [...readFileSync('scripts/trials/nodes.mjs', 'utf8').matchAll(/spec: '.*@([\d.]+)'/g)].map(
      ([, one]) => one,
    )
    expect(tried.slice(0, 2)).toEqual([`${calling}.0`, `${oldest}.0`])
    for (const major of ['22', '24', '26'])
      expect(
        tried.some((one) => one?.startsWith(`${major}.`)),
        major,
      ).toBe(true)
    for (const file of ['scripts/build.mjs', 'next.config.js', 'docs/decisions/0015-node.md'])
      expect(readFileSync(file, 'utf8'), file).toMatch(new RegExp(`node ?${oldest}`, 'i'))
  })

  it('ends with the shell in which npm runs a script, the one process that npm ends', async () => {
    const script = `import('./scripts/node.mjs').then(() => setInterval(() => console.log(), 100))`
    const shell = spawn('sh', ['-c', `"${process.execPath}" -e "${script}"; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
    })
    await once(shell.stdout, 'data')
    shell.kill('SIGTERM')
    await once(shell, 'close') // Once nobody has its output open.
  })

  it('is asked for first by every script that needs it, and by vitest', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const programs = Object.values(scripts).flatMap((line) => line.match(/scripts\/[\w-]+\.mjs/g) ?? [])
    /** Scripts that only read and write files, or install a browser, on any Node. */
    const anywhere = ['browser', 'coverage-rows', 'production'].map((name) => `scripts/${name}.mjs`)
    for (const program of new Set([...programs, 'scripts/generate.mjs', 'bin/slipway'])) {
      if (anywhere.includes(program)) continue
      const first = /^import .*$/m.exec(readFileSync(program, 'utf8'))?.[0]
      expect(first, program).toMatch(/^import '.*\/node\.mjs'$/)
    }
    expect(readFileSync('vitest.config.ts', 'utf8')).toContain("from './scripts/generate.mjs'")
  })
})
