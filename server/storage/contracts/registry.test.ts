// The registry over a real database.
import { describe, expect, it } from 'vitest'
import { permissionScopes } from '#lib/oauth/permission-scope.ts'
import type { Client, Permission } from '#server/oauth/store.ts'
import { RegistryError } from '../registry.ts'
import { contractStorage } from '../testing/contract.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

async function setup() {
  const storage = await contractStorage({ now: NOW })
  return { storage, clients: storage.registry }
}

const CLIENT: Client = {
  clientId: 'app',
  name: 'App',
  kind: 'module',
  status: 'approved',
  jwks: { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB', kid: '1' }] },
  jwksUrl: undefined,
  redirectUris: ['https://app.example/a', 'https://app.example/b'],
  launchUrl: 'https://app.example/launch',
  roleName: 'reader',
}

const PERMISSIONS: readonly Permission[] = [
  { resourceType: 'Device', scope: 'granted', operations: 'r', grantedBy: [] },
  { resourceType: 'Patient', scope: 'granted', operations: 'rs', grantedBy: ['epd', 'portal'] },
  { resourceType: 'Task', scope: 'own', operations: 'crus', grantedBy: [] },
]

describe('registry', () => {
  it('gives a client back as it was saved, and replaces it', async () => {
    const { clients } = await setup()
    await clients.saveRole('reader', PERMISSIONS)
    await clients.saveClient(CLIENT)
    expect(await clients.find('app')).toEqual(CLIENT)
    const changed: Client = {
      ...CLIENT,
      name: 'New',
      jwks: undefined,
      jwksUrl: 'https://app.example/jwks',
      redirectUris: [],
      roleName: undefined,
    }
    await clients.saveClient(changed)
    expect(await clients.find('app')).toEqual(changed)
    expect(await clients.find('App')).toBeUndefined()
    expect(await clients.find('nobody')).toBeUndefined()
    expect(await clients.listClients()).toEqual([changed])
  })

  it('adds a client once, and never to a role that is not there', async () => {
    const { clients } = await setup()
    await expect(clients.addClient(CLIENT)).rejects.toThrow(RegistryError)
    expect(await clients.listClients()).toEqual([])
    await clients.addRole('reader', [])
    expect([await clients.addClient(CLIENT), await clients.addClient({ ...CLIENT, name: 'Other' })]).toEqual([
      true,
      false,
    ])
    expect((await clients.find('app'))?.name).toBe('App')
    await clients.removeRole('reader').then((removal) => expect(removal).toBe('in_use'))
    await expect(clients.saveClient({ ...CLIENT, roleName: 'nobody' })).rejects.toThrow(
      'There is no role named nobody.',
    )
  })

  it('deletes a client, unless it is approved', async () => {
    const { clients } = await setup()
    await clients.addRole('reader', [])
    await clients.addClient(CLIENT)
    expect([await clients.removeClient('app'), await clients.removeClient('nobody')]).toEqual([false, false])
    await clients.setClientStatus('app', 'disabled')
    expect([await clients.removeClient('app'), await clients.find('app')]).toEqual([true, undefined])
  })

  it('writes all of a client or nothing of it, beside another connection', async () => {
    const { clients, storage } = await setup()
    await clients.saveRole('reader', PERMISSIONS)
    await clients.saveClient(CLIENT)
    const another = await storage.another()
    const writes = Array.from({ length: 20 }, async (_, index) => {
      await another.sql(`UPDATE role SET permissions = '[${' '.repeat(index)}]'`)
      await clients.saveClient({ ...CLIENT, name: `Name ${index}`, redirectUris: [`https://app.example/${index}`] })
    })
    await Promise.all(writes)
    const { name = '', redirectUris = [] } = (await clients.find('app')) ?? {}
    expect(redirectUris).toEqual([`https://app.example/${name.replace('Name ', '')}`])
    const broken = { ...CLIENT, redirectUris: ['https://app.example/x'], roleName: 'nobody' }
    await expect(clients.saveClient(broken)).rejects.toThrow(RegistryError)
    expect(await clients.find('app')).toMatchObject({ name, redirectUris, roleName: 'reader' })
  })

  it('changes a status at once, for every reader', async () => {
    const { clients } = await setup()
    await clients.saveRole('reader', PERMISSIONS)
    await clients.saveClient(CLIENT)
    expect(await clients.setClientStatus('app', 'disabled')).toBe(true)
    expect((await clients.find('app'))?.status).toBe('disabled')
    expect(await clients.authority.find('app')).toBeUndefined()
    expect(await clients.setClientStatus('nobody', 'disabled')).toBe(false)
  })

  it('edits a client that was disabled concurrently without enabling it, and does not bring back a removed one', async () => {
    const { clients, storage } = await setup()
    await clients.saveRole('reader', PERMISSIONS)
    await clients.saveClient(CLIENT)
    const read = await clients.find('app')
    if (!read) throw new Error('There is no client.')
    await clients.setClientStatus('app', 'disabled')
    expect(await clients.editClient({ ...read, name: 'New', redirectUris: ['https://new.example/'] })).toBe(true)
    expect(await clients.find('app')).toMatchObject({
      ...{ name: 'New', status: 'disabled', redirectUris: ['https://new.example/'] },
    })
    await expect(clients.editClient({ ...read, roleName: 'nobody' })).rejects.toThrow(RegistryError)
    await storage.sql('DELETE FROM client')
    expect(await clients.editClient(read)).toBe(false)
    expect(await clients.listClients()).toEqual([])
  })

  it('tells the resource server what a client may do: all, own, and granted by somebody', async () => {
    const { clients } = await setup()
    await clients.saveRole('reader', [
      ...PERMISSIONS,
      { resourceType: '*', scope: 'all', operations: 's', grantedBy: [] },
    ])
    await clients.saveClient(CLIENT)
    expect(await clients.authority.find('app')).toMatchObject({
      permissions: [
        { type: '*', operations: 's' },
        { type: 'Patient', operations: 'rs', origins: ['epd', 'portal'] },
        { type: 'Task', operations: 'crus', origins: ['app'] },
      ],
    })
    expect(await clients.authority.find('nobody')).toBeUndefined()
  })

  it('permits nothing to a client without a role, or with an empty one', async () => {
    const { clients } = await setup()
    await clients.saveClient({ ...CLIENT, roleName: undefined })
    expect([await clients.permissions('app'), await clients.authority.find('app')]).toMatchObject([
      [],
      { permissions: [] },
    ])
    await clients.saveRole('empty', [])
    await clients.saveClient({ ...CLIENT, roleName: 'empty' })
    expect([await clients.permissions('app'), await clients.authority.find('app')]).toMatchObject([
      [],
      { permissions: [] },
    ])
  })

  it('replaces the permissions of a role', async () => {
    const { clients } = await setup()
    expect(await clients.hasRole('reader')).toBe(false)
    expect([await clients.addRole('reader', PERMISSIONS), await clients.addRole('reader', [])]).toEqual([true, false])
    await clients.saveClient(CLIENT)
    expect(await clients.permissions('app')).toEqual(permissionScopes('app', PERMISSIONS))
    await clients.saveRole('reader', PERMISSIONS.slice(0, 1))
    expect(await clients.permissions('app')).toEqual(permissionScopes('app', PERMISSIONS.slice(0, 1)))
    expect(await clients.listRoles()).toEqual([{ name: 'reader', permissions: PERMISSIONS.slice(0, 1) }])
  })

  it('permits nothing to a client that is not approved', async () => {
    const { clients } = await setup()
    await clients.addRole('reader', PERMISSIONS)
    await clients.saveClient({ ...CLIENT, status: 'disabled' })
    expect(await clients.permissions('app')).toEqual([])
  })
})

describe('the apps of developers', () => {
  async function developers() {
    const { storage, clients } = await setup()
    const account = { name: 'X', role: 'patient', passwordHash: '', createdAt: 0 } as const
    for (const id of ['ann', 'bob']) await storage.idp.accounts.create({ ...account, id, username: `${id}@demo.test` })
    await clients.saveRole('reader', PERMISSIONS)
    return {
      clients,
      of: (ownerAccountId: string, clientId: string) => ({ ...CLIENT, clientId, ownerAccountId }),
    }
  }

  it('are limited for each account, also for concurrent requests', async () => {
    const { clients, of } = await developers()
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => clients.addOwned(of('ann', id), 2)))
    expect(answers.toSorted()).toEqual(['added', 'added', 'too_many'])
    expect(await clients.addOwned(of('bob', 'd'), 2)).toBe('added')
    const owned = await clients.listOwned('ann')
    expect(owned.map(({ clientId }) => clientId)).toEqual(
      ['a', 'b', 'c'].filter((_, index) => answers[index] === 'added'),
    )
    for (const { clientId } of owned) expect(await clients.find(clientId)).toEqual(of('ann', clientId))
  })

  it('cannot have a role that does not exist', async () => {
    const { clients, of } = await developers()
    await expect(clients.addOwned({ ...of('ann', 'a'), roleName: 'nobody' }, 2)).rejects.toThrow(RegistryError)
  })

  it('change a status only if it is still the one that was read', async () => {
    const { clients, of } = await developers()
    await clients.addOwned({ ...of('ann', 'a'), status: 'pending' }, 2)
    const changes = Array.from({ length: 20 }, (_, index) =>
      clients.saveOwned({ ...of('ann', 'a'), name: `Name ${index}` }),
    )
    const seen: string[] = []
    const fits = (stored: Client) => {
      seen.push(stored.name)
      return stored.name === 'Name 19'
    }
    await Promise.all([...changes, clients.setClientStatus('a', 'approved', fits)])
    expect((await clients.find('a'))?.status).toBe(seen.at(-1) === 'Name 19' ? 'approved' : 'pending')
  })

  it('cannot be taken over by registering their client_id', async () => {
    const { clients, of } = await developers()
    await clients.saveClient(CLIENT)
    expect(await clients.addOwned({ ...of('ann', CLIENT.clientId), name: 'Mine' }, 2)).toBe('taken')
    expect(await clients.find(CLIENT.clientId)).toEqual(CLIENT)
    expect(await clients.listOwned('ann')).toEqual([])
  })

  it('are changed and removed by their owner only, and nobody becomes the owner by a change', async () => {
    const { clients, of } = await developers()
    await clients.addOwned(of('ann', 'a'), 2)
    expect(await clients.saveOwned({ ...of('bob', 'a'), name: 'Bobs' })).toBe(false)
    expect(await clients.removeOwned('a', 'bob')).toBe(false)
    const changed = { ...of('ann', 'a'), name: 'Other', redirectUris: ['https://app.example/c'] }
    expect(await clients.saveOwned({ ...changed, status: 'pending', roleName: undefined, kind: 'both' })).toBe(true)
    expect(await clients.find('a')).toEqual(changed)
    await clients.saveClient({ ...changed, ownerAccountId: 'bob' })
    expect(await clients.find('a')).toEqual(changed)
    expect(await clients.removeOwned('a', 'ann')).toBe(true)
    expect(await clients.find('a')).toBeUndefined()
  })
})
