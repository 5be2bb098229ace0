// `npm run setup`: what an installation without install scripts (`npm ci --ignore-scripts`) still lacks. One package needs one:
// the SQLite driver, which is fetched or compiled for this machine. Starting, building and testing do it where it is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const DRIVER = `${root}node_modules/better-sqlite3/build/Release/better_sqlite3.node`

/** Makes the SQLite driver, unless it is there. */
export function setUp() {
  if (existsSync(DRIVER)) return
  process.stderr.write('Making the SQLite driver, once …\n')
  // The one script of another that runs, by name.
  const { status } = spawnSync('npm', ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status === 0 && existsSync(DRIVER)) return
  process.stderr.write('The SQLite driver could not be made: it takes Python, make and a C++ compiler.\n')
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) setUp()
