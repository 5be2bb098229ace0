// The domain of a process where Next is the server, and each edit evaluates the code anew.
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { placeAt } from '../testing/data-place.ts'
import { testDomain } from '../testing/domain.ts'
import type * as SharedDomain from './shared-domain.ts'

/** The module as one more evaluation of it. */
const evaluated = (name: string): Promise<typeof SharedDomain> =>
  import(/* @vite-ignore */ `${path.resolve('server/domain/shared-domain.ts')}?${name}`)

it.each([
  ['development', 'assembles the peers anew, once for each evaluation, over the storage that is open'],
  ['production', 'leaves the peers as they are'],
])('in %s an evaluation of the code %s', async (mode) => {
  const { domain } = await testDomain()
  const env = { NODE_ENV: mode, ...placeAt(domain.config.dataDir), LOG_LEVEL: 'silent' }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  for (const name of ['slipwayDomain', 'slipwayOpened']) Reflect.deleteProperty(globalThis, name)
  const [before, after] = [await evaluated(`${mode}-1`), await evaluated(`${mode}-2`)]
  const opened = await before.domain()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await (await after.domain()).close()
  })
  const current = await after.domain()
  expect(current.peers.oauth === opened.peers.oauth).toBe(mode === 'production')
  expect(current.storage).toBe(opened.storage)
  for (const module of [before, after]) expect(await module.domain()).toBe(current)
  const ready = current.router.handlerFor({ pathname: '/readyz', search: '' }, 'GET')
  expect((await ready?.(new Request('http://localhost:3000/readyz')))?.status).toBe(200)
})
