// Several server processes on one PostgreSQL behind a load balancer, for tests: what `npm run demo:cluster` starts, without the pages.
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { startCluster } from '../../scripts/demo-cluster.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { readConfig } from '../config/config.ts'
import { type Domain, openDomain } from '../domain/domain.ts'
import { programs } from './processes.ts'

export interface Cluster {
  readonly publicUrl: string
  /** The same domain, opened by the test to register apps: another process on the same database. */
  readonly domain: Domain
  /** The process ids by name, of those that run. */
  readonly pids: () => Readonly<Record<string, number>>
  /** The ports of those that the load balancer takes in turns. */
  readonly ready: () => readonly number[]
}

/** The server without the pages, as a file. */
export const serverProgram = async (): Promise<string> => path.join(await programs(), 'server-process.mjs')

interface ClusterOptions {
  /** The URL of a PostgreSQL; otherwise there is one of its own. */
  readonly database?: string
  /** What each process runs; what it is when a process starts is what that one runs. */
  readonly program?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Everything ends with the test. */
export async function testCluster({ database, program, env: more }: ClusterOptions = {}): Promise<Cluster> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    DEMO: 'true',
    ...more,
  }
  const tell = () => undefined
  const running = program ?? (await serverProgram())
  const cluster = await startCluster({ port, restMs: 1000, program: running, env, tell, database })
  onTestFinished(() => cluster.stop())
  const domain = await openDomain(readConfig({ ...cluster.env, DATA_DIR: path.join(cluster.folder, 'test') }))
  onTestFinished(() => domain.close())
  return { publicUrl: cluster.url, domain, pids: cluster.pids, ready: cluster.ready }
}
