// A network that loses packets without a word: who waits is told in time, and the next one gets a connection that works.
import { expect, it } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Jti } from '#server/oauth/store.ts'
import { openPostgres } from '../opening/opening.ts'
import { lanes } from '../search/lanes.ts'
import { postgresStorage } from '../storage.ts'
import { type Lost, relayTo } from '../testing/relay.ts'
import { temporaryUrl } from '../testing/temporary-postgres.ts'

const outcomeOf = (call: () => Promise<unknown>): Promise<string> =>
  call().then(
    () => 'answered',
    (error) => (error instanceof StorageUnavailable ? 'told' : String(error)),
  )

/** What each port says while `what` is lost; then it must answer again. */
async function whileLost(what: Lost) {
  const relay = await relayTo(await temporaryUrl())
  const postgres = await openPostgres(relay.url)
  const storage = await postgresStorage(postgres, relay.url, { clock: () => 0, random: systemRandom })
  const search = lanes(relay.url, 1000)
  const all = {
    claim: () => storage.oauth.replay.claim('launch', 'a', 'b' as Jti, 1),
    role: () => storage.registry.hasRole('reader'),
    account: () => storage.accounts.remove('nobody'),
    transaction: () => postgres.transaction(async (run) => run('SELECT 1')),
    purge: () => storage.purge(0),
    limit: () => storage.limiters.exact('test', { points: 1, duration: 1 }).count('a'),
    exclusively: () => storage.exclusively('test', async () => 'done'),
    look: () => postgres.look(),
    durable: () => storage.durable(),
    brief: () => search.brief('SELECT 1'),
    wide: () => search.wide({ client: 'app' }, (run) => run('SELECT 1')),
  }
  const outcomes = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(all).map(async ([name, call]) => [name, await outcomeOf(call)])),
    )
  const each = (outcome: string) => Object.fromEntries(Object.keys(all).map((name) => [name, outcome]))
  await outcomes() // Loads what is loaded at the first use. Until then, one connection may do for what needs two afterwards.
  expect(await outcomes()).toEqual(each('answered'))
  relay.lose(what)
  const said = await outcomes()
  await expect.poll(outcomes).toEqual(each('answered'))
  relay.end()
  await Promise.all([search.close(), storage.close()])
  expect(said, what).toEqual(each('told'))
}

it('a PostgreSQL that has gone quiet is told by each port, which goes on with another connection', async () => {
  await Promise.all([whileLost('requests'), whileLost('answers')])
})
