// Programs of this project as child processes that can be killed: bundled, started, awaited, ended.
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { bundle } from '../../scripts/build.mjs'

/** Bundles programs into a new folder below the project, where their packages are found; the folder. */
export async function bundled(entryPoints: readonly string[]): Promise<string> {
  const outdir = path.resolve(`dist/testing/${crypto.randomUUID()}`)
  // Named, since a harness that is bundled itself lies elsewhere than this file.
  await bundle({ entryPoints: [...entryPoints], entryNames: '[name]', outdir, absWorkingDir: process.cwd() })
  return outdir
}

/** Resolves with the first thing that a process says on standard output; rejects when it ends before that. */
export const spoken = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (text) => resolve(String(text)))
    child.once('exit', (code, signal) =>
      reject(new Error(`The process ended with ${signal ?? code} before it was ready`)),
    )
  })

/** SIGKILL: no goodbye, nothing flushed. Resolves when the process is gone. */
export const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
