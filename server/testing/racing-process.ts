// The program of a process that races another one for records: told which one, it tries at once, and tells what it won.
import { readConfig } from '../config/config.ts'
import { openStorage } from '../storage/open.ts'
import type { OwnedClient } from '../storage/registry.ts'

const TRIES = 20
const name = process.argv[2] ?? ''
const { storage } = await openStorage(readConfig(), {
  clock: () => 0,
  random: { uuid: () => '', token: () => '' },
})
const tries = <T>(attempt: (id: string) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: TRIES }, (_, number) => attempt(`${name}-${number}`)))

const key = (kid: string) => ({ kid, owner: 'raced', alg: 'RS256', publicJwk: '{}', createdAt: 0 })
const app = (clientId: string): OwnedClient => ({
  ...{ clientId, name: clientId, kind: 'module', status: 'pending', jwks: undefined, jwksUrl: undefined },
  ...{ redirectUris: [], launchUrl: undefined, roleName: undefined, ownerAccountId: 'admin-one-0' },
})
const token = (id: string) => ({
  ...{ id, secret: id, username: 'admin-one-0', name: id, scopes: [], createdAt: 0, expiresAt: 1 },
})

const RACES: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
  first: () => tries((id) => storage.keys.addFirst(key(id))),
  next: () => tries((id) => storage.keys.addNext(key(`${id}-next`))),
  promote: () => tries(() => storage.keys.promote('raced', 0, 1)),
  apps: () => tries((id) => storage.registry.addOwned(app(id), 5)),
  tokens: async () =>
    [
      await tries((id) => storage.apiTokens.add(token(id))),
      await tries((id) => storage.apiTokens.add(token(`${id}+`))),
    ].flat(),
  // Each takes its half of the administrators away, and then the other's.
  admins: async () => [
    await tries((id) => storage.accounts.setRole(`admin-${id}`, 'patient')),
    await tries((id) => storage.accounts.remove(`admin-${id.replace(name, name === 'one' ? 'other' : 'one')}`)),
  ],
}

process.stdin.on('data', async (race) => {
  process.stdout.write(JSON.stringify(await RACES[String(race)]?.()))
})
process.stdin.on('end', () => void storage.close())
await storage.registry.listClients() // Opened, with Prisma's client, before a race begins.
process.stdout.write('ready')
