// Launches every sample app whose toolchain is on this machine against a demo domain, and lists the others. `node
// scripts/check-samples.mjs` runs it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'
import { createHttpServer } from '../http/server.ts'
import { freePort } from './ports.ts'
import { launchSample, letComplete } from './sample-launch.ts'

interface Toolchain {
  readonly sample: string
  /** Commands that succeed where the toolchain is installed. */
  readonly there: readonly (readonly string[])[]
  /** Reads or compiles the sample. */
  readonly compile?: readonly string[]
  readonly run?: readonly string[]
  readonly missing: string
}

const folder = mkdtempSync(path.join(tmpdir(), 'slipway-samples-'))

const TOOLCHAINS: readonly Toolchain[] = [
  {
    sample: 'node',
    there: [],
    run: [process.execPath, '--env-file=app.env', path.resolve('samples/node/app.mjs')],
    missing: '',
  },
  {
    sample: 'python',
    there: [
      ['python3', '--version'],
      ['python3', '-c', 'import cryptography'],
    ],
    compile: ['python3', '-c', "compile(open('samples/python/app.py').read(), 'app.py', 'exec')"],
    run: ['python3', path.resolve('samples/python/app.py')],
    missing: 'python3 with the package cryptography',
  },
  {
    sample: 'java',
    there: [['javac', '-version']],
    compile: ['javac', '-Xlint:all', '-Werror', '-d', folder, 'samples/java/App.java'],
    run: ['java', '-cp', folder, 'App'],
    missing: 'a JDK of 17 or newer',
  },
  {
    sample: 'dotnet',
    there: [['dotnet', '--version']],
    compile: ['dotnet', 'build', '--nologo', '-o', path.join(folder, 'dotnet'), 'samples/dotnet/App.csproj'],
    run: ['dotnet', path.join(folder, 'dotnet', 'App.dll')],
    missing: 'the .NET SDK 8 or newer',
  },
]

const succeeds = ([command = '', ...args]: readonly string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'] }).status === 0

/** The result of one sample; undefined without its toolchain. */
async function check(url: string, { there, compile, run }: Toolchain): Promise<string | undefined> {
  if (!there.every(succeeds)) return undefined
  if (compile) {
    const [command = '', ...args] = compile
    const { status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`does not compile:\n${stdout}${stderr}`)
  }
  const [command = '', ...args] = run ?? []
  const { page, seen } = await launchSample(url, {
    ...{ command, args, port: await freePort(), keysByUrl: true },
    env: { COMPLETE_TASK: '1' },
    onRegistered: (clientId) => letComplete(domain.registry, clientId),
  })
  const steps = seen.items.map(({ step, outcome }) => `${step} ${outcome}`)
  const expected = ['launch', 'authorize', 'jwks', 'code', 'bearer', 'read'].map((step) => `${step} done`)
  if (
    page.status !== 200 ||
    !['Marijke', 'completed'].every((word) => page.text.includes(word)) ||
    expected.some((step) => !steps.includes(step))
  )
    throw new Error(`was launched in vain: ${page.status} ${page.text}\n${steps.join(', ')}`)
  return steps.join(', ')
}

const port = await freePort()
const url = `http://localhost:${port}`
const env = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent' }
const domain = await openDomain(readConfig({ ...env, LOG_FORMAT: 'json', RATE_LIMIT: 'off' }))
const server = createHttpServer(domain, (_request, response) => {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('a page of the interface')
})
await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
let failed = false
for (const toolchain of TOOLCHAINS) {
  try {
    const outcome = await check(url, toolchain)
    const text = outcome ? `ok           ${outcome}` : `not checked  ${toolchain.missing} is not on this machine`
    process.stdout.write(`${toolchain.sample.padEnd(8)} ${text}\n`)
  } catch (error) {
    failed = true
    process.stdout.write(`${toolchain.sample.padEnd(8)} FAILED       ${(error as Error).message}\n`)
  }
}
server.close()
server.closeAllConnections()
await domain.close()
rmSync(folder, { recursive: true, force: true })
process.exit(failed ? 1 : 0)
