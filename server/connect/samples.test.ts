// The sample app for Node as what a developer gets: it runs as its own process, against the production server. Those of all languages are
// launched by server/testing/system/app-samples.test.ts.
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { runningDomain } from '../testing/running.ts'
import { launchSample, letComplete } from '../testing/sample-launch.ts'

const NODE = { command: process.execPath, args: ['--env-file=app.env', path.resolve('samples/node/app.mjs')] }

describe('the sample app for Node', () => {
  it('is launched from the portal, exchanges its code and reads the patient', async () => {
    const running = await runningDomain()
    const { page, seen } = await launchSample(running, { ...NODE, port: await freePort() })
    expect(page.status, page.text).toBe(200)
    expect(page.text).toContain('The launch is open')
    for (const shown of ['Patient/marijke-jansen', 'Task/sleep-diary-week-1', 'Marijke'])
      expect(page.text).toContain(shown)
    expect(seen.items.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'launch done',
      'authorize done',
      'code done',
      'bearer done',
      'read done',
    ])
  })

  it('completes the launched task when the person asks for it and its role permits it, and shows the 403 when not', async () => {
    const running = await runningDomain()
    const completing = async (completes: boolean, onRegistered?: (clientId: string) => Promise<void>) =>
      launchSample(running, {
        ...{ ...NODE, port: await freePort(), completes },
        env: { COMPLETE_TASK: '1' },
        ...(onRegistered && { onRegistered }),
      })
    const refused = await completing(true)
    expect([refused.page.status, refused.page.text]).toEqual([400, expect.stringContaining('403')])
    const permit = (clientId: string) => letComplete(running.domain.registry, clientId)
    expect((await completing(false, permit)).page.text).toContain('Complete this task')
    expect(await running.domain.resources.readCurrent('Task', 'sleep-diary-week-1')).toMatchObject({ versionId: 1 })
    const { page } = await completing(true, permit)
    expect(page.status, page.text).toBe(200)
    expect(await running.domain.resources.readCurrent('Task', 'sleep-diary-week-1')).toMatchObject({
      versionId: 2,
      body: expect.stringContaining('"status":"completed"'),
    })
  })

  it('also works with keys at its own JWKS URL', async () => {
    const running = await runningDomain()
    const { page, seen } = await launchSample(running, { ...NODE, port: await freePort(), keysByUrl: true })
    expect(page.text).toContain('The launch is open')
    expect(seen.items).toContainEqual(expect.objectContaining({ step: 'jwks', outcome: 'done' }))
  })

  it('shows the error of the server', async () => {
    const running = await runningDomain()
    const env = { KEY_ID: 'another-key' }
    const { page, seen } = await launchSample(running, { ...NODE, port: await freePort(), env })
    expect(page.status).toBe(400)
    expect(page.text).toContain('invalid_client: token.client_assertion')
    expect(seen.items.at(-1)).toMatchObject({ step: 'code', outcome: 'failed', check: 'token.client_assertion' })
  })
})
