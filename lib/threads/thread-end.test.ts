import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { endingThread } from './thread-end.ts'

const thread = (text: string) => new Worker(text, { eval: true })
const ENDS =
  "require('node:worker_threads').parentPort.on('message', (message) => message === 'end' && process.exit(3))"
const exitOf = (worker: Worker) => new Promise((resolve) => worker.once('exit', resolve))

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.ts$/.test(name))
    .map((name) => path.join(folder, name))

describe('a worker thread', () => {
  it('ends itself when it is told to, which it is only after it has loaded', async () => {
    const worker = thread(
      `${ENDS}; setTimeout(() => require('node:worker_threads').parentPort.postMessage('ready'), 50)`,
    )
    const exit = exitOf(worker)
    const { end } = endingThread(worker)
    await Promise.all([end(), end()])
    expect(await exit).toBe(3)
  })

  it('is terminated when it does not listen', async () => {
    const worker = thread("require('node:worker_threads').parentPort.postMessage('ready'); setInterval(() => {}, 1000)")
    const exit = exitOf(worker)
    await endingThread(worker, 20).end()
    expect(await exit).toBe(1)
  })

  it('that has already ended can be ended again', async () => {
    const worker = thread('')
    const { end } = endingThread(worker)
    await exitOf(worker)
    await end()
  })

  it('is terminated only in thread-end.ts, and every Worker is started by a file that uses it', () => {
    const all = ['app', 'bench', 'bin', 'components', 'lib', 'scripts', 'server'].flatMap(sources)
    const having = (text: string) => all.filter((file) => readFileSync(file, 'utf8').includes(text))
    expect(having('.terminate(')).toEqual([path.join('lib', 'threads', 'thread-end.ts')])
    const ending = having('endingThread(')
    for (const file of having('new Worker(')) expect(ending).toContain(file)
  })
})
