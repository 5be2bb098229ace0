// Who shows a page does not slow down what comes after it: the server lets go of what followed the page.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../bench/processes.ts'
import { expect, test } from './fixtures.ts'
import { SERVER_ENV } from './server-env.ts'

/** Tells whoever asks the server's process whether hooks follow it: only then has what comes after a promise an id. */
const PROBE = `import { executionAsyncId } from 'node:async_hooks'
process.on('message', async () => { await null; process.send(executionAsyncId() !== 0) })`

/** Since Node 24 contexts need no hooks. */
const NEEDS_HOOKS = Number.parseInt(process.versions.node, 10) < 24

async function isFollowed(server: ChildProcess): Promise<boolean> {
  const answer = once(server, 'message')
  server.send('?')
  const [followed] = await answer
  return followed === true
}

test('hooks follow the server while it makes pages, and not afterwards', async ({ request }) => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-contexts-'))
  const server = fork('scripts/start.mjs', {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(PROBE)}`],
    env: { ...process.env, ...SERVER_ENV, HOT_PATH: 'on', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    await expect
      .poll(
        () =>
          request.get(`${url}/fhir/metadata`).then(
            (answer) => answer.status(),
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200)
    expect(await isFollowed(server)).toBe(false)
    for (const page of ['/', '/launch']) {
      const shown = await request.get(url + page)
      expect(await isFollowed(server), `after ${page}`).toBe(NEEDS_HOOKS)
      expect(await shown.text()).toContain('</main>')
      await expect.poll(() => isFollowed(server)).toBe(false)
    }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(dataDir, { recursive: true })
  }
})
