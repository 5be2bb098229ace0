// ./bin/slipway as an operator runs it: a process of its own, in a folder of the test.
import { spawn } from 'node:child_process'
import path from 'node:path'

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Environment = Readonly<Record<string, string>>

interface More {
  readonly input?: string
  /** Another user, whom only root can become. */
  readonly uid?: number | undefined
}

/** Runs a program of this project in a folder, with nothing of this process's settings; resolves when it has ended. */
export function outcomeOf(
  program: string,
  args: readonly string[],
  { cwd, env, input = '', uid }: More & { readonly cwd: string; readonly env: Environment },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.resolve(program), ...args], {
      cwd,
      env: { NODE_ENV: 'test', PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin.end(input)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** ./bin/slipway, called from a folder. */
export const commandLine =
  (cwd: string, env: Environment) =>
  (args: readonly string[], more: More & { readonly env?: Environment } = {}): Promise<Outcome> =>
    outcomeOf('bin/slipway', args, { cwd, env, ...more })
