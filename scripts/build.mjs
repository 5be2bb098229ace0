// Builds what `npm start` runs: the Prisma client, the server and the command line (dist/), and the pages (.next/).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const SERVER_SOURCES = ['lib', 'server', 'prisma/schema.prisma', 'prisma/migrations', 'package.json', 'scripts']
const PAGE_SOURCES = [
  ...SERVER_SOURCES,
  'app',
  'components',
  'next.config.js',
  'proxy.ts',
  'postcss.config.cjs',
  'tsconfig.json',
  'package-lock.json',
]

/** Bundles the server and the command line with esbuild, when their sources changed. */
export async function buildServer() {
  await once('server', SERVER_SOURCES, 'dist/server.mjs', async () => {
    const { generate } = await import('./generate.mjs')
    generate()
    const { build } = await import('esbuild')
    await build({
      absWorkingDir: root,
      entryPoints: {
        server: 'server/main.ts',
        cli: 'server/cli/main.ts',
        'import-worker': 'server/cli/import-worker.ts',
        'database-thread': 'server/db/database-thread.ts',
      },
      outdir: 'dist',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      packages: 'external',
      sourcemap: 'linked',
      logLevel: 'warning',
    })
  })
}

/** Builds the pages with Next, when their sources changed. */
export async function buildPages() {
  await once('pages', PAGE_SOURCES, '.next/BUILD_ID', async () => {
    process.stderr.write('Building the pages, once …\n')
    buildNextApp('.')
  })
}

/** Builds an application of Next's by its folder, as it is to run in production. */
export function buildNextApp(folder) {
  const { status } = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build', folder], {
    cwd: root,
    stdio: ['ignore', process.env.CI ? 2 : 'ignore', 2],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`Next could not build ${folder}: run "npx next build ${folder}" to see why.`)
}

/** Makes a product, unless it is there and was made from the same sources. */
export async function once(name, sources, product, make) {
  // An installation without sources, such as a container's, runs what was built where they were.
  if (!existsSync(path.join(root, 'server')) && existsSync(path.join(root, product))) return
  const stamp = path.join(root, 'dist', `${name}.stamp`)
  const wanted = fingerprint(sources)
  if (existsSync(path.join(root, product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!existsSync(path.join(root, 'node_modules/esbuild'))) {
    process.stderr.write('Building takes the packages of development, too: npm ci --include=dev\n')
    process.exit(1)
  }
  await make()
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** A hash over the names, sizes and times of the sources; tests do not count. */
function fingerprint(sources) {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources) {
    const file = path.join(root, source)
    if (existsSync(file)) addTo(hash, file)
  }
  return hash.digest('hex')
}

function addTo(hash, file) {
  const stat = statSync(file)
  if (stat.isDirectory()) for (const name of readdirSync(file).sort()) addTo(hash, path.join(file, name))
  else if (!/\.test\.tsx?$|\/fixtures\//.test(file))
    hash.update(`${path.relative(root, file)} ${stat.size} ${stat.mtimeMs}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildServer()
  await buildPages()
}
