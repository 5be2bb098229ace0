// Measures latency from another process: a load in the process of a test would block its own measurement.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { bundled } from './children.ts'

export interface Probing {
  readonly port: number
  /** The address that it asks from. */
  readonly from: string
  /** Between an answer and the next request, in milliseconds. */
  readonly everyMs: number
  readonly forMs: number
  /** On a busy machine it goes on until it has so many answers. */
  readonly atLeast?: number
  /** In Base64, sent in rotation; enough of them where no request may be sent twice. */
  readonly requests: readonly string[]
}

export interface Waited {
  readonly status: number
  readonly ms: number
  /** Seconds; 0 where there is none. */
  readonly retryAfter: number
}

export interface Probes {
  readonly probe: (probing: Probing) => Promise<readonly Waited[]>
  readonly close: () => void
}

export async function probes(): Promise<Probes> {
  const folder = await bundled(['server/testing/probe-process.ts'])
  return {
    probe: (probing) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [path.join(folder, 'probe-process.mjs')], {
          stdio: ['pipe', 'pipe', 'inherit'],
        })
        let said = ''
        child.stdout.on('data', (text) => {
          said += String(text)
        })
        child.once('close', (code) =>
          code === 0 ? resolve(JSON.parse(said)) : reject(new Error(`The probe ended with ${code}`)),
        )
        child.stdin.end(JSON.stringify(probing))
      }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
