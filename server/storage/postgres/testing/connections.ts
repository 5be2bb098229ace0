// Other programs that have all connections of a PostgreSQL.
import pg from 'pg'
import { expect } from 'vitest'

/** Ends the connections of Slipway, and takes all there are until it has none. */
export async function takeAll(url: string): Promise<readonly pg.Client[]> {
  const first = new pg.Client(url)
  await first.connect()
  const taken = [first]
  const take = async () => {
    for (;;) {
      const other = new pg.Client(url)
      other.on('error', () => undefined)
      const isTaken = await other.connect().then(
        () => true,
        () => false,
      )
      if (!isTaken) return
      taken.push(other)
    }
  }
  const theirs = `FROM pg_stat_activity WHERE application_name LIKE 'slipway-%'`
  await expect
    .poll(async () => {
      await first.query(`SELECT pg_terminate_backend(pid) ${theirs}`)
      await take()
      return (await first.query(`SELECT 1 ${theirs}`)).rowCount
    })
    .toBe(0)
  return taken
}
