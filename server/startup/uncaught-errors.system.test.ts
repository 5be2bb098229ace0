import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundled } from '../testing/children.ts'

it('an error that nobody caught is a line of the log, and the process goes on', async () => {
  const folder = await bundled(['server/startup/uncaught-errors.ts', 'server/log/log.ts'])
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const from = (name: string) => JSON.stringify(`file://${path.join(folder, name)}.mjs`)
  const script = `import { outliveErrors } from ${from('uncaught-errors')}
    import { createLog } from ${from('log')}
    outliveErrors(createLog({ logLevel: 'info', logFormat: 'json' }))
    setTimeout(() => { throw new Error('thrown') })
    setTimeout(() => { void Promise.reject(new Error('rejected')) }, 20)
    setTimeout(() => process.stdout.write('goes on'), 40)`
  const { stdout, stderr } = await new Promise<{ readonly stdout: string; readonly stderr: string }>(
    (resolve, reject) =>
      execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout, stderr) =>
        error ? reject(error) : resolve({ stdout, stderr }),
      ),
  )
  expect(stdout).toBe('goes on')
  const lines = stderr.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'uncaughtException', err: { message: 'thrown' } },
    { level: 50, msg: 'unhandledRejection', err: { message: 'rejected' } },
  ])
})
