import { describe, expect, it } from 'vitest'
import { registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { addressOriginsOf, allAddressOrigins } from './address-origins.ts'

/** A domain whose demo app is approved, with another client. */
async function withClient(clientId: string) {
  const { domain } = await testDomain()
  await registerApp(domain, clientId)
  const client = await domain.registry.find(clientId)
  if (client) await domain.registry.saveClient({ ...client, redirectUris: ['https://own.example/callback'] })
  return domain
}

describe('the origins that people may be sent to', () => {
  it('ORI-14 are of a client its own, whatever it is called', async () => {
    for (const clientId of ['all', '*', 'origins']) {
      const { registry } = await withClient(clientId)
      const own = await addressOriginsOf(registry, clientId)
      expect([...own]).toContain('https://own.example')
      expect([...own]).not.toContain('http://localhost:3000')
      expect([...(await allAddressOrigins(registry))]).toEqual(
        expect.arrayContaining(['https://own.example', 'http://localhost:3000']),
      )
    }
  })

  it('are those of one client without a look at the others: a list of a thousand tasks asks for each', async () => {
    const { find } = (await withClient('own')).registry
    const asked: string[] = []
    const registry = {
      find: (clientId: string) => {
        asked.push(clientId)
        return find(clientId)
      },
      listClients: () => expect.unreachable(),
    }
    expect([...(await addressOriginsOf(registry, 'own'))]).toContain('https://own.example')
    expect(asked).toEqual(['own'])
  })

  it('ORI-14 are none of a client that is not approved, or not there', async () => {
    const { registry } = await withClient('own')
    await registry.setClientStatus('own', 'disabled')
    expect([...(await addressOriginsOf(registry, 'own'))]).toEqual([])
    expect([...(await addressOriginsOf(registry, 'nobody'))]).toEqual([])
    expect([...(await allAddressOrigins(registry))]).not.toContain('https://own.example')
  })
})
