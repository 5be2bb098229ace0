// Calls npm, and tools of node_modules, without a shell: on Windows that would split arguments at blanks.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const BESIDE_NODE = path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
/** Packages whose tool has another name. */
const PACKAGES = { biome: '@biomejs/biome', depcruise: 'dependency-cruiser', playwright: '@playwright/test' }

/** [program, arguments] of a call of npm: the one that called this script, or that belongs to Node. */
export function npmCall(...args) {
  const script = [process.env.npm_execpath, BESIDE_NODE].find((file) => file?.endsWith('.js') && existsSync(file))
  return script ? [process.execPath, [script, ...args]] : ['npm', args]
}

/** The program of a tool in node_modules, for Node. */
export function toolProgram(tool) {
  const folder = path.join(root, 'node_modules', PACKAGES[tool] ?? tool)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[tool])
}

/** Runs npm in the project's folder; its outcome, as spawnSync gives it. */
export const npmSync = (args, options = {}) =>
  spawnSync(...npmCall(...args), { cwd: root, encoding: 'utf8', ...options })
