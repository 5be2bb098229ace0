// The commands for people at a prompt: help, short answers to mistakes, status, open, completion, colours.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SECOND } from '#lib/clock.ts'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'
import { registerApp } from '../testing/app.ts'
import { commandLine } from '../testing/command-line.ts'
import { domainAt, emptyFolder, QUIET } from '../testing/data-folder.ts'
import { placeAt } from '../testing/data-place.ts'
import { runningDomain } from '../testing/running.ts'
import { calledBy } from './caller.ts'
import { program } from './program/program.ts'

async function besideServer() {
  const running = await runningDomain()
  const env = { ...QUIET, ...placeAt(running.domain.config.dataDir) }
  const cwd = emptyFolder()
  return { ...running, env, cwd, run: commandLine(cwd, env) }
}

const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  commandLine(process.cwd(), { ...QUIET, DATA_DIR: '/nowhere', ...more })(args)

describe('help', () => {
  it('has groups, examples, settings and a link to the docs, and lists required options first', async () => {
    const all = await run(['--help'])
    expect([all.code, all.stderr]).toEqual([0, ''])
    for (const title of ['The domain:', 'Launches:', 'Apps and people:', 'Records:', 'Operation:', 'Start here:'])
      expect(all.stdout).toContain(title)
    const { stdout } = await run(['app', 'add', '--help'])
    const places = [
      'Required:',
      '--name',
      'Options:',
      '--client-id',
      'Common options:',
      '--json',
      'Examples:',
      'DATA_DIR',
    ]
    expect(places.map((text) => stdout.indexOf(text))).toEqual(
      places.map((text) => stdout.indexOf(text)).toSorted((one, other) => one - other),
    )
    expect(stdout).toContain('docs/how-to/connect-your-app.md')
  })

  it('is what slipway prints without arguments', async () => {
    expect((await run([])).stdout).toBe((await run(['--help'])).stdout)
  })
})

describe('a mistake', () => {
  it.each([
    [['lanch'], "error: unknown command 'lanch'\n(Did you mean launch?)\nSee: slipway --help\n"],
    [['app', 'lst'], "error: unknown command 'lst'\n(Did you mean list?)\nSee: slipway app --help\n"],
    [
      ['launch', '--app', 'x', '--juni', 'y'],
      "error: unknown option '--juni'\n(Did you mean --junit?)\nSee: slipway launch --help\n",
    ],
    [
      ['launch', '--ap', 'x'],
      "error: unknown option '--ap'\n(Did you mean one of --app, --as?)\nSee: slipway launch --help\n",
    ],
    [['launch'], "error: required option '--app <client_id>' not specified\nSee: slipway launch --help\n"],
  ])('is answered with the mistake, a suggestion and the help to read: %s', async (args, said) => {
    expect(await run(args)).toEqual({ code: 2, stdout: '', stderr: said })
  })

  it.each([
    ['backup', 'copy'],
    ['move', 'file'],
    ['restored'],
    ['reset', '--yes'],
    ['keys', 'list'],
    ['user', 'list'],
    ['doctor'],
    ['init'],
  ])('is --url or SLIPWAY_URL for a command that works on the data folder only: %s', async (...args) => {
    const said = {
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/ works only on the data folder: .* without --url and SLIPWAY_URL\.\n$/),
    }
    expect(await run([...args, '--url', 'http://localhost:1'])).toEqual(said)
    expect(await run(args, { SLIPWAY_URL: 'http://localhost:1' })).toEqual(said)
  })
})

/** The commands of a script, each by the words that a shell makes of it, wherever their output goes. Each is told in one write: they may run at once. */
function commandsIn(script: string): readonly (readonly string[])[] {
  const told = `exec 3>&1; slipway() { local IFS=$'\\t'; printf '%s\\n' "$*" >&3; }; curl() { :; }; source() { :; }\n${script}`
  const lines = execFileSync('bash', ['-ec', told], { encoding: 'utf8' }).trimEnd().split('\n')
  return lines.map((line) => line.split('\t'))
}

/** All commands that are no groups, by their words: `app add`. */
const leavesOf = ({ commands }: Command, path: readonly string[] = []): ReadonlyMap<string, Command> =>
  new Map(
    commands.flatMap((one): readonly (readonly [string, Command])[] => {
      const words = [...path, one.name()]
      return one.commands.length > 0 ? [...leavesOf(one, words)] : [[words.join(' '), one]]
    }),
  )

const COMMANDS = [...leavesOf(program(process.cwd())).keys()]

/** The examples in the help of a command. */
async function examplesOf(name: string): Promise<readonly (readonly string[])[]> {
  const { stdout } = await run([...name.split(' '), '--help'])
  const [, examples = ''] = /\nExamples:\n([\s\S]*?)\n\n/.exec(`${stdout}\n\n`) ?? []
  return commandsIn(examples)
}

describe('the examples of the help', () => {
  it.each(COMMANDS)('%s: it has examples, and accepts their arguments and options', async (name) => {
    const examples = await examplesOf(name)
    expect(examples).not.toEqual([])
    for (const args of examples) {
      const slipway = program(process.cwd())
      const reached: string[] = []
      for (const [path, leaf] of leavesOf(slipway)) leaf.action(() => void reached.push(path))
      const parsed = calledBy(
        { env: {}, stdin: () => Readable.from([]), stdout: { write: () => {} }, stderr: { write: () => {} } },
        () => slipway.parseAsync(args, { from: 'user' }),
      )
      await expect(parsed, args.join(' ')).resolves.toBeDefined()
      expect(reached, args.join(' ')).toEqual([name])
    }
  })

  it('run as printed, in a domain that has the resources they name', async () => {
    const { run, cwd, domain } = await besideServer()
    const { publicKey } = await generateKeyPair('ES384', { extractable: true })
    writeFileSync(path.join(cwd, 'public.pem'), await exportSPKI(publicKey))
    await registerApp(domain, 'my-app')
    const records = [
      { resourceType: 'Patient', id: '7' },
      { resourceType: 'Task', id: '12', status: 'ready', intent: 'order' },
    ].map((parsed) => ({ type: parsed.resourceType, id: parsed.id, text: JSON.stringify(parsed), parsed }))
    await domain.resources.write(records, domain.clock())
    const inOrder = [
      ...[
        'version',
        'completion',
        'status',
        'open',
        'role add',
        'role list',
        'role delete',
        'user add',
        'user link',
        'user person',
      ],
      ...[
        'app add',
        'app list',
        'role assign',
        'app developer',
        'app disable',
        'app enable',
        'user list',
        'user delete',
      ],
      ...['token new', 'token list', 'trace list', 'keys list', 'keys rotate', 'delete'],
    ]
    for (const name of inOrder)
      for (const args of await examplesOf(name)) {
        const here = args.filter((word, at) => word !== '--url' && args[at - 1] !== '--url') // A domain elsewhere is here, too.
        expect(await run(here), args.join(' ')).toMatchObject({ code: 0 })
      }
  })
})

describe('an id that begins with a hyphen', () => {
  it.each([
    [['keys', 'revoke'], `-${'a'.repeat(42)}`, 'There is no key '],
    [['keys', 'revoke', '--json'], `--${'a'.repeat(41)}`, 'There is no key '],
    [['trace', 'show'], '-V1StGXR8_Z5jdHi6B-myT', 'There is no trace '],
  ])('is not read as an option: %s %s', async (args, id, said) => {
    const { run } = await besideServer()
    const { code, stderr } = await run([...args, id])
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)])
    expect((await run([...args, '--', id])).stderr).toBe(stderr)
  })
})

describe('output', () => {
  it('has colours only with FORCE_COLOR, and none in a pipe, in JSON or with --no-color', async () => {
    const { run, env } = await besideServer()
    const colours = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      (await run(args, { env: { ...env, ...more } })).stdout.includes('\u001b[')
    expect(await colours(['status'])).toBe(false)
    expect(await colours(['status'], { FORCE_COLOR: '1' })).toBe(true)
    expect(await colours(['status', '--no-color'], { FORCE_COLOR: '1' })).toBe(false)
    expect(await colours(['status'], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
    expect(await colours(['status', '--json'], { FORCE_COLOR: '1' })).toBe(false)
  })

  it('of a launch lists each step once, and with --quiet only the result', async () => {
    const { run, url } = await besideServer()
    const told = await run(['launch', '--app', 'demo-app'])
    expect([told.code, told.stderr]).toEqual([0, ''])
    const [head, ...lines] = told.stdout.trimEnd().split('\n')
    expect(head).toBe(`Launch of demo-app as Patient/marijke-jansen with Task/sleep-diary-week-1 at ${url}`)
    expect(
      lines
        .slice(0, -4)
        .every((line) => /^ok {4}(App|Authorization server|Identity provider) .* \d{3} {2}\d+ ms$/.test(line)),
    ).toBe(true)
    const end = [
      'The launch is open.',
      expect.stringMatching(/^\d+ steps, \d+ checks passed, \d+\.\d s$/),
      expect.stringMatching(/^trace {2}http/),
    ]
    expect(lines.slice(-4)).toEqual(['', ...end])
    const quiet = await run(['launch', '--app', 'demo-app', '--quiet'])
    expect([quiet.code, quiet.stderr, quiet.stdout.trimEnd().split('\n')]).toEqual([0, '', end])
  })
})

describe('status', () => {
  it('says which domain this is, whether its server runs, what it has, and what it refused last', async () => {
    const { run, url, domain } = await besideServer()
    await run(['launch', '--app', 'demo-app', '--fail', 'expired', '--expect', '--quiet'])
    const { code, stdout } = await run(['status', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({
        ...{ publicUrl: url, server: 'running', dataDir: domain.config.dataDir, demo: true },
        counts: expect.objectContaining({ apps: 4 }),
        refusals: [expect.objectContaining({ failed: 'launch.time' })],
      }),
    ])
    const text = (await run(['status'])).stdout
    expect(text).toMatch(new RegExp(`^domain +${url}.*demo`, 'm'))
    expect(text).toMatch(/^server +running$/m)
    expect(text).toMatch(/^l-.*refused .*launch\.time$/m)
  })

  it('tells a server whose address this machine cannot reach from one that is stopped', async () => {
    const { cwd, env } = await domainAt('http://127.0.0.1:9')
    const run = commandLine(cwd, env)
    expect((await run(['status'])).stdout).toMatch(/^server +not running: slipway start$/m)
    const server = await openDomain(readConfig({ ...env, PUBLIC_URL: 'http://127.0.0.1:9' }))
    onTestFinished(() => server.close())
    expect((await run(['status'])).stdout).toMatch(
      /^server +a process uses the data, but the address does not answer from here: slipway doctor$/m,
    )
    expect(JSON.parse((await run(['status', '--json'])).stdout)).toMatchObject({ server: 'unreached' })
  })

  it('does not take the server of another data folder at the same address for its own', async () => {
    const { cwd, domain } = await besideServer()
    const copy = path.join(cwd, 'copy')
    cpSync(domain.config.dataDir, copy, { recursive: true })
    chmodSync(path.join(copy, 'keys'), 0o700) // Node 24 copies a folder without its mode.
    const run = commandLine(cwd, { ...QUIET, DATA_DIR: copy })
    expect((await run(['status'])).stdout).toMatch(/^server +something else answers at its address$/m)
  })
})

describe('app add', () => {
  it('names the command that makes a public key of a private one, and the option that takes a PEM', async () => {
    const { run, cwd } = await besideServer()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    writeFileSync(path.join(cwd, 'private.pem'), await exportPKCS8(privateKey))
    writeFileSync(path.join(cwd, 'public.pem'), await exportSPKI(publicKey))
    const add = (...key: string[]) => run(['app', 'add', '--name', 'x', '--kind', 'module', ...key])
    expect(await add('--pem', 'private.pem')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('openssl pkey -in private.pem -pubout') },
    })
    expect(await add('--jwks', 'public.pem')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('use --pem') },
    })
  })
})

describe('open', () => {
  it('prints the address of a page of the domain when there is no desktop, and refuses other sites', async () => {
    const { run, url } = await besideServer()
    expect(await run(['open'])).toEqual({ code: 0, stdout: `${url}/\n`, stderr: '' })
    expect(await run(['open', '/traces'])).toEqual({ code: 0, stdout: `${url}/traces\n`, stderr: '' })
    expect((await run(['open', `${url}/traces`])).stdout).toBe(`${url}/traces\n`)
    for (const page of ['//evil.example', 'https://evil.example/', 'javascript:alert(1)', 'nope', '', '../x'])
      expect(await run(['open', page]), page).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('version and completion', () => {
  it('need no domain', async () => {
    expect(await run(['version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect((await run(['version'])).stdout).toBe((await run(['--version'])).stdout)
  })

  it('completes commands, options and their values in bash', async () => {
    const { stdout } = await run(['completion', 'bash'])
    const complete = (...words: readonly string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${stdout}\nCOMP_WORDS=(slipway "$@"); COMP_CWORD=$#; _slipway_words; echo "\${COMPREPLY[@]}"`,
          'bash',
          ...words,
        ],
        {
          encoding: 'utf8',
        },
      ).trim()
    expect(complete('sta')).toBe('start status')
    expect(complete('app', 'ad')).toBe('add')
    expect(complete('launch', '--fail', 'un')).toBe('unknown-kid unsigned')
    expect(complete('trace', 'list', '--li')).toBe('--limit')
    expect(complete('open', '/traces', '--q')).toBe('--quiet')
    expect(complete('user', 'add', '--role', 'pr')).toBe('practitioner')
    expect(complete('app', 'add', '--role', 'p')).toBe('') // A role of the FHIR API, which is anybody's.
    expect(complete('trace', 'list', '--check', 'user.')).toBe('user.match')
    expect(complete('backup', '--check', 'user.')).toBe('') // A folder.
  })

  it('leaves file names to the shell, and offers only the options that each command takes', async () => {
    const { stdout } = await run(['completion', 'bash'])
    expect(stdout).toContain("'app add>--jwks>'*) words='' ;;")
    expect(stdout).toContain("'import') commands='' options='--json ")
    expect(stdout).toContain("'user list') commands='' options='--json ")
    expect(stdout).toContain("'app list') commands='' options='--url --json ")
  })

  it('has scripts for zsh and fish, and refuses another shell', async () => {
    const zsh = (await run(['completion', 'zsh'])).stdout
    expect(zsh).toMatch(/^#compdef slipway/)
    // zsh takes a name behind a colon for a modifier, and `path` for PATH.
    expect(zsh).not.toMatch(/\$\{[^}]*:[A-Z]|\bpath=/)
    // A zsh that has not begun its completion has no compdef, which bashcompinit is made of.
    expect(zsh.indexOf('autoload -Uz compinit && compinit')).toBeLessThan(zsh.indexOf('bashcompinit'))
    const fish = (await run(['completion', 'fish'])).stdout
    expect(fish).toContain(`complete -c slipway -n "__slipway_at 'app'" -f -a 'add list enable disable developer'`)
    const { stdout } = await run(['completion', 'fish', '--json'])
    expect(JSON.parse(stdout)).toEqual({ shell: 'fish', script: fish })
    expect(fish).toContain(`complete -c slipway -n "__slipway_at 'app add'" -l kind -xa 'module platform both'`)
    expect(fish).toContain(`complete -c slipway -n "__slipway_at 'app add'" -l jwks -rF`)
    expect(await run(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('trace', () => {
  it('list prints a heading and at most --limit traces', async () => {
    const { run } = await besideServer()
    for (const fail of ['expired', 'wrong-aud', 'unsigned']) await run(['launch', '--app', 'demo-app', '--fail', fail])
    const lines = (await run(['trace', 'list', '--limit', '2'])).stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^trace +time +outcome +app +user +stopped by$/)
    expect(lines).toHaveLength(3)
    expect(await run(['trace', 'list', '--limit', '0'])).toMatchObject({ code: 2 })
  })

  it('list has what an app read after a launch in one row, and each with --verbose', async () => {
    const { run, domain, bearer, url, advance } = await besideServer()
    await run(['launch', '--app', 'demo-app'])
    advance(SECOND)
    const app = await registerApp(domain)
    const authorization = `Bearer ${await bearer(app)}`
    for (let times = 0; times < 10; times += 1)
      await fetch(`${url}/fhir/DEFAULT/Task`, { headers: { authorization, 'x-trace-id': crypto.randomUUID() } })
    await domain.traces.flush()
    const list = ['trace', 'list', '--limit', '3']
    const [, reads, launched] = (await run(list)).stdout.split('\n')
    expect(reads).toMatch(new RegExp(`^10 reads +\\S.* answered +${app.clientId} +-$`))
    expect(launched).toMatch(/ opened +demo-app /)
    expect((await run([...list, '--verbose'])).stdout.match(/answered/g)).toHaveLength(3)
    expect(JSON.parse((await run([...list, '--json'])).stdout)).toHaveLength(3)
  })
})
