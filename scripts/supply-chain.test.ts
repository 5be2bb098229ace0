// The supply chain of the project: packages, licences, the bill of materials, the image, the recipes.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MOST_IMPORT_BYTES } from '../lib/api/data-words.ts'
import { URL_LIMIT } from '../lib/http/params.ts'
import { runningDomain } from '../server/testing/running.ts'
import { buildServer } from './build.mjs'
import { isAllowed, licencesOf, productionPackages } from './production.mjs'
import { commandOf, copyOf, environmentOf, stages } from './trials/image.mjs'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
}

describe('the packages of production', () => {
  it('are pinned exactly, come from the registry, and carry a hash', async () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+[\w.-]*$/)
    for (const { name, integrity } of productionPackages()) expect(integrity, name).toMatch(/^sha512-/)
  })

  it('run no script of their own when they are installed: nothing is compiled or fetched', async () => {
    const scripted = productionPackages().filter((entry) => 'hasInstallScript' in entry)
    expect(scripted.map(({ name }) => name)).toEqual([])
    expect(readFileSync('.npmrc', 'utf8')).toContain('\nignore-scripts=true\n')
  })

  it('are without what only builds and tests', async () => {
    const names = new Set(productionPackages().map(({ name }) => name))
    for (const name of ['esbuild', 'prisma', '@prisma/engines', 'typescript', 'vitest', '@biomejs/biome', 'mysql2'])
      expect(names.has(name), name).toBe(false)
    for (const name of ['next', 'react', 'jose', 'better-sqlite3', '@prisma/client'])
      expect(names.has(name), name).toBe(true)
  })

  it('have licences that are listed and allowed', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/production.mjs', 'licences', '--check'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('are refused with a licence that is not allowed, or without one', async () => {
    const one = (license?: string) =>
      licencesOf([{ at: 'node_modules/x', name: 'x', version: '1.0.0', ...(license ? { license } : {}) }])[0]?.problem
    expect([one('MIT'), one('GPL-3.0'), one()]).toEqual([undefined, 'not allowed', 'no licence'])
    expect(['(MIT OR GPL-3.0)', 'MIT AND ISC', 'MIT AND GPL-3.0', 'SEE LICENSE IN x'].map(isAllowed)).toEqual([
      ...[true, true, false, false],
    ])
  })

  it('are all in the bill of materials, CycloneDX, and nothing else is', async () => {
    const bill = JSON.parse(
      execFileSync(process.execPath, ['scripts/production.mjs', 'sbom'], {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      }),
    )
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { name: 'slipway' } },
    })
    expect(bill.serialNumber).toMatch(/^urn:uuid:/)
    const components: readonly Component[] = bill.components
    for (const { name, version, purl } of components)
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
    const known = productionPackages()
    const required = known.filter(({ optional }) => !optional).map(({ name, version }) => `${name}@${version}`)
    expect(required.filter((one) => !listed.has(one))).toEqual([])
    const all = new Set(known.map(({ name, version }) => `${name}@${version}`))
    expect([...listed].filter((one) => !all.has(one))).toEqual([])
  })
})

describe('the package', () => {
  const described = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly private: boolean
    readonly bin: Readonly<Record<string, string>>
    readonly files: readonly string[]
    readonly overrides: Readonly<Record<string, string>>
  }

  it('has what the image has, but for the packages that npm installs beside it', async () => {
    const copied = (stages()[1] ?? []).filter(({ word }) => word === 'COPY').flatMap((step) => copyOf(step).sources)
    const names = copied.map((source) => source.replace('/slipway/', ''))
    const files = described.files.filter((name) => !name.startsWith('!'))
    expect(files.toSorted()).toEqual(
      names.filter((name) => !['package.json', 'package-lock.json', 'node_modules'].includes(name)).toSorted(),
    )
    for (const name of files) if (!['dist', '.next'].includes(name)) expect(existsSync(name), name).toBe(true)
  })

  it('has the scripts that run the service, those that they import, and no others', () => {
    const named = described.files.filter((name) => name.startsWith('scripts/'))
    // What is imported by `await import()` builds, and where the package is there are no sources.
    const reached = (files: readonly string[]): readonly string[] => {
      const imported = files.flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^import .*'(\..*\.mjs)'$/gm)].map(([, name = '']) =>
          path.posix.join(path.posix.dirname(file), name),
        ),
      )
      const all = [...new Set([...files, ...imported])]
      return all.length === files.length ? all : reached(all)
    }
    const needed = reached(['bin/slipway', 'scripts/start.mjs', 'scripts/ready.mjs'])
    expect(named.toSorted()).toEqual(needed.filter((file) => file !== 'bin/slipway').toSorted())
  })

  it('is called slipway, cannot be published by mistake, and has no peer dependency', async () => {
    expect([described.bin, described.private]).toEqual([{ slipway: 'bin/slipway' }, true])
    expect(existsSync('bin/slipway')).toBe(true)
    const all = productionPackages()
    const others = all.filter(({ dependencies = {} }) =>
      Object.keys(described.overrides).some((name) => name in dependencies),
    )
    expect(others).toEqual([]) // npm applies overrides here alone, not where the package is installed.
  })
})

it('every file has the line ends of the repository in every checkout', () => {
  if (!existsSync('.git')) return
  const ends = execFileSync('git', ['ls-files', '--eol'], { encoding: 'utf8' }).trim().split('\n')
  expect(ends.filter((line) => !/^i\/(?:lf|none|-text) .*attr\/(?:text=auto eol=lf|-text)/.test(line))).toEqual([])
})

describe('CI', () => {
  it.each(['deploy/ci/action.yml', 'deploy/ci/gitlab.yml'])(
    '%s calls a command that there is, with its options',
    async (file) => {
      const text = readFileSync(file, 'utf8')
      const [, args = ''] = /slipway"? (test .+)/i.exec(text) ?? []
      const { stdout } = spawnSync(process.execPath, ['bin/slipway', 'test', '--help'], { encoding: 'utf8' })
      const options = [...args.matchAll(/--[a-z-]+/g)].map(([name]) => name)
      expect(options).toContain('--junit')
      for (const option of options) expect(stdout, option).toContain(option)
      for (const name of ['SLIPWAY_URL', 'SLIPWAY_TOKEN']) expect(text).toContain(name)
      // What others give is a variable of the shell, never a part of its script.
      for (const [, run = ''] of text.matchAll(/^\s+run: (?!\|)(.+)$/gm)) expect(run).not.toContain('${{')
      expect(text.slice(text.indexOf('run: |'))).not.toContain('${{ inputs')
    },
  )
})

describe('the image', () => {
  it('is made of files that are there and tracked, and of what the build makes of them', async () => {
    const [build = [], final = []] = stages()
    const copied = build.filter(({ word }) => word === 'COPY').flatMap((step) => copyOf(step).sources)
    for (const source of copied) expect(existsSync(source), source).toBe(true)
    if (existsSync('.git')) {
      const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
      const isTracked = (source: string) => tracked.some((file) => file === source || file.startsWith(`${source}/`))
      expect(copied.filter((source) => !isTracked(source))).toEqual([])
    }
    const made = ['node_modules', 'dist', '.next']
    for (const { from, sources } of final.filter(({ word }) => word === 'COPY').map(copyOf)) {
      expect(from).toBe('build')
      for (const source of sources) {
        const name = source.replace('/slipway/', '')
        expect(made.includes(name) || copied.some((one) => name === one || name.startsWith(`${one}/`)), name).toBe(true)
      }
    }
  })

  it('runs without root, in production, with its data on a volume, and without install scripts of packages', async () => {
    const [build = [], final = []] = stages()
    const words = final.map(({ word }) => word)
    expect(final.find(({ word }) => word === 'USER')?.rest).toBe('node')
    expect(words.lastIndexOf('RUN')).toBeLessThan(words.indexOf('USER'))
    expect(final.find(({ word }) => word === 'VOLUME')?.rest).toBe('/data')
    expect(environmentOf(final)).toMatchObject({ SLIPWAY_ENV: 'production', NODE_ENV: 'production', DATA_DIR: '/data' })
    for (const { rest } of build) if (/npm (ci|install)/.test(rest)) expect(rest).toContain('--ignore-scripts')
  })

  it('removes files in the layer that added them, because a later layer would make it no smaller', async () => {
    const [build = [], final = []] = stages()
    expect(final.filter(({ word, rest }) => word === 'RUN' && /\brm\b|prune/.test(rest))).toEqual([])
    const steps = build.map(({ word, rest }) => `${word} ${rest}`)
    expect(steps.indexOf('RUN npm run prune:production')).toBeGreaterThan(steps.indexOf('RUN npm run build'))
  })

  it('is asked by its HEALTHCHECK whether it is ready, with nothing but Node', async () => {
    const [program, ...args] = commandOf(stages()[1] ?? [], 'HEALTHCHECK')
    expect(program).toBe('node')
    const running = await runningDomain()
    const { port } = running.domain.config
    const asked = async () =>
      (await import('node:util'))
        .promisify((await import('node:child_process')).execFile)(process.execPath, args, {
          env: { NODE_ENV: 'production', PORT: String(port) },
        })
        .then(
          () => 0,
          ({ code, stderr }: { readonly code: number; readonly stderr: string }) => `${code} ${stderr}`,
        )
    expect(await asked()).toBe(0)
    running.domain.peers.ops.stop()
    expect(await asked()).toMatch(/^1 .*shutting down/)
  })

  it('runs what was built where there are no sources: the command line of the production files', async () => {
    await buildServer()
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-files-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const part of ['package.json', 'bin', 'scripts', 'dist/cli.mjs', 'prisma/migrations']) {
      mkdirSync(path.dirname(path.join(folder, part)), { recursive: true })
      cpSync(part, path.join(folder, part), { recursive: true })
    }
    cpSync('dist', path.join(folder, 'dist'), {
      recursive: true,
      filter: (file) => !/dist\/(bench|testing)/.test(file),
    })
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    const slipway = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['bin/slipway', ...args, '--json'], {
        ...{ cwd: folder, encoding: 'utf8' },
        env: {
          NODE_ENV: 'production',
          PATH: process.env['PATH'],
          DATA_DIR: path.join(folder, 'data'),
          DEMO: 'false',
          LOG_LEVEL: 'silent',
        },
      })
    expect(slipway('init')).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout, stderr } = slipway('app', 'list')
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ client_id: 'demo-console' })])
  })
})

describe('the recipes in deploy/', () => {
  const read = (name: string) => readFileSync(path.join('deploy', name), 'utf8')

  it.each(['Caddyfile', 'nginx.conf', 'apache.conf', 'traefik.yaml'])('%s keeps /metrics inside', (name) =>
    expect(read(name)).toContain('/metrics'),
  )

  // Slipway serves an address with a slash at its end, too.
  it.each([
    ['Caddyfile', 'path /metrics /metrics/*'],
    ['nginx.conf', 'location ^~ /metrics '],
    ['apache.conf', '<Location /metrics>'],
    ['traefik.yaml', '!PathPrefix(`/metrics`)'],
  ])('%s keeps /metrics/ inside as well', (name, rule) => expect(read(name)).toContain(rule))

  it('allow what the service accepts: by default Apache allows 8 KB in a line and in a header', () => {
    const limit = (name: string) => Number(new RegExp(`^ +${name} (\\d+)$`, 'm').exec(read('apache.conf'))?.[1])
    expect(limit('LimitRequestLine')).toBeGreaterThan(URL_LIMIT)
    expect(limit('LimitRequestFieldSize')).toBe(16 * 1024)
  })

  it('let the file of an import through, which is larger than a Bundle, and at its address alone', () => {
    const megabytes = MOST_IMPORT_BYTES / 2 ** 20
    expect(read('nginx.conf')).toMatch(
      new RegExp(`location = /admin/api/data/import \\{\n +client_max_body_size ${megabytes}m;`),
    )
    expect(read('apache.conf')).toContain(`-gt ${MOST_IMPORT_BYTES} ||`)
    expect(read('apache.conf')).toContain("-gt 4194304 && %{REQUEST_URI} != '/admin/api/data/import')")
  })

  it('are accepted by the nginx of Debian 12 and Ubuntu 24.04, which has no http2 directive', () =>
    expect(read('nginx.conf')).not.toMatch(/^ *http2 /m))

  it('give the service more time to stop than it needs', () => {
    expect(readFileSync('compose.yaml', 'utf8')).toMatch(/SHUTDOWN_TIMEOUT: "20"[\s\S]*stop_grace_period: 30s/)
    expect(read('slipway.service')).toContain('TimeoutStopSec=30')
  })

  it('name files of the project', () => {
    expect(readFileSync('compose.yaml', 'utf8')).toContain('./deploy/Caddyfile:')
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(read('slipway.service')) ?? []
    expect(existsSync(program)).toBe(true)
  })
})
