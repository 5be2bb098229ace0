// The command line as an operator calls it, in a folder of the test: in this process, or as a process of its own.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { Readable } from 'node:stream'
import { calledBy, type Output } from '../cli/caller.ts'
import { run } from '../cli/main.ts'

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

/** ./bin/slipway, called from a folder: what a process adds is tested by it, such as its start, its end and its threads. */
export const commandProcess =
  (cwd: string, env: Environment) =>
  (args: readonly string[], more: More & { readonly env?: Environment } = {}): Promise<Outcome> =>
    outcomeOf('bin/slipway', args, { cwd, env, ...more })

/** A stream that takes down what is written. */
function writtenDown(): Output & { readonly text: () => string } {
  let text = ''
  return {
    write: (more) => {
      text += more
    },
    text: () => text,
  }
}

/** What ./bin/slipway does, called from a folder, in this process. */
export const commandLine =
  (cwd: string, env: Environment) =>
  async (args: readonly string[], more: { readonly env?: Environment } = {}): Promise<Outcome> => {
    const [stdout, stderr] = [writtenDown(), writtenDown()]
    const caller = { env: { ...(more.env ?? env) }, stdin: () => Readable.from([]), stdout, stderr }
    const code = await calledBy(caller, () => run(args, cwd))
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  }
