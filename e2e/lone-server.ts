// A server for the tests of one file, started and ended by them.
import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { SERVER_ENV } from './server-env.ts'

export interface LoneServer {
  readonly child: ChildProcess
  /** Its exit code, when it has ended. */
  readonly ended: Promise<number | null>
  /** Ends it and deletes its data. */
  readonly remove: () => Promise<void>
}

/** Starts `npm start` with these settings; ends when it is ready. */
export async function startServer(env: typeof SERVER_ENV): Promise<LoneServer> {
  const { PUBLIC_URL: origin, DATA_DIR: folder } = env
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const remove = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await expect.poll(isReady).toBe(true)
  } catch (error) {
    await remove()
    throw error
  }
  return { child, ended, remove }
}
