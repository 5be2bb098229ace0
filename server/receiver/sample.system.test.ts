// The sample receiver of the page /subscriptions as a developer gets it: a process of its own, notified by a running domain.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { receiverSample } from '#components/subscriptions/receiver-sample.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { clientWriter, registerOwner, subscriptionOf } from '../subscriptions/testing/subscribed.ts'
import { runningDomain } from '../testing/running.ts'

/** Runs the sample; it lies in the project, where it finds jose. */
function runSample(code: string, endpoint: string): void {
  mkdirSync('test-results', { recursive: true })
  const folder = mkdtempSync(path.resolve('test-results', 'receiver-'))
  const file = path.join(folder, 'receiver.mjs')
  writeFileSync(file, code)
  const child = spawn(process.execPath, [file], { env: { ...process.env, ENDPOINT: endpoint }, stdio: 'ignore' })
  onTestFinished(() => {
    child.kill()
    rmSync(folder, { recursive: true })
  })
}

describe('the sample receiver', () => {
  it('SUB-18 accepts what this domain signed for it, and refuses a request without a signature', async () => {
    const { domain, url, now } = await runningDomain()
    const endpoint = `http://localhost:${await freePort()}/notified`
    runSample(receiverSample({ issuer: domain.config.authUrl, jwksUri: `${url}/oauth2/jwks` }), endpoint)
    const unsigned = () =>
      fetch(endpoint, { method: 'POST' }).then(
        ({ status }) => status,
        () => 'not there yet',
      )
    await expect.poll(unsigned).toBe(401)
    await registerOwner(domain, endpoint)
    await clientWriter(domain, now)(subscriptionOf(endpoint))
    await domain.peers.subscriptions.settle()
    await expect
      .poll(async () => JSON.parse((await domain.resources.readCurrent('Subscription', 'sub'))?.body ?? '{}').status)
      .toBe('active')
  })
})
