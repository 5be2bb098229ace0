// Limits that all processes of a domain count together, by the clock of the database (lib/http/limiter.ts has those of one process).
import { SECOND } from '#lib/clock.ts'
import { type Limiter, type LimiterOptions, type Limiters, MOST_CALLERS } from '#lib/http/limiter.ts'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, type Columns, texts } from '../tables/asked.ts'

/** How long a process keeps what it counted of requests to itself, in milliseconds. */
const TELLS_EVERY_MS = 1000

const KEY: Columns = texts('name', 'caller')

/**
 * Adds to counts, each in a window from its first one on, and gives the count after each question. A count that exceeds its points
 * lasts for `block` seconds from then on, unless that is NULL.
 */
const ADD = `WITH ${asked({ ...KEY, added: 'bigint', points: 'bigint', duration: 'bigint', block: 'bigint' })},
  summed AS (SELECT name, caller, sum(added)::bigint AS added, max(points) AS points, max(duration) AS duration, max(block) AS block
    FROM asked GROUP BY name, caller),
  counted AS (INSERT INTO limit_count AS c (name, caller, count, "expiresAt")
    SELECT name, caller, added, now() + make_interval(secs => CASE WHEN added > points THEN coalesce(block, duration) ELSE duration END)
    FROM summed ORDER BY name, caller
    ON CONFLICT (name, caller) DO UPDATE SET
      count = CASE WHEN c."expiresAt" <= now() THEN excluded.count ELSE c.count + excluded.count END,
      "expiresAt" = CASE WHEN c."expiresAt" <= now() THEN excluded."expiresAt" ELSE (
        SELECT CASE WHEN c.count <= points AND c.count + added > points AND block IS NOT NULL
          THEN now() + make_interval(secs => block) ELSE c."expiresAt" END
        FROM summed s WHERE s.name = c.name AND s.caller = c.caller) END
    RETURNING name, caller, count, "expiresAt")
  SELECT n, (count - s.added + sum(a.added) OVER (PARTITION BY name, caller ORDER BY n))::bigint AS count,
    extract(epoch FROM "expiresAt" - now())::float8 AS seconds
  FROM counted JOIN summed s USING (name, caller) JOIN asked a USING (name, caller)`

const FIND = `WITH ${asked(KEY)}
  SELECT n, count, extract(epoch FROM "expiresAt" - now())::float8 AS seconds FROM asked JOIN limit_count USING (name, caller)
  WHERE "expiresAt" > now()`

const GIVE_BACK = `WITH ${asked(KEY)}, summed AS (SELECT name, caller, count(*) AS given FROM asked GROUP BY name, caller)
  UPDATE limit_count c SET count = greatest(0, c.count - given) FROM summed s WHERE s.name = c.name AND s.caller = c.caller`

const FORGET = `WITH ${asked(KEY)} DELETE FROM limit_count c USING asked a WHERE a.name = c.name AND a.caller = c.caller`

interface Counted {
  readonly count: number
  /** Until the window ends. */
  readonly seconds: number
}

/** The limiters of a process; call `close` before the connections are closed. */
export function postgresLimiters({ gathered }: Pick<Postgres, 'gathered'>): Limiters & { readonly close: () => void } {
  const ask = gathered<[string, string, number, number, number, number | null], Counted>(ADD)
  const find = gathered<[string, string], Counted>(FIND)
  const giveBack = gathered<[string, string]>(GIVE_BACK)
  const forget = gathered<[string, string]>(FORGET)
  const tells: (() => void)[] = []
  const timer = setInterval(() => {
    for (const tell of tells) tell()
  }, TELLS_EVERY_MS).unref()

  const add = async (name: string, caller: string, added: number, options: LimiterOptions): Promise<Counted> => {
    const { points, duration, blockDuration = null } = options
    const counted = await ask(name, caller, added, points, duration, blockDuration)
    if (!counted) throw new Error('A count was not counted.')
    return counted
  }

  return {
    exact: (name, options) => ({
      count: async (caller) => waitOf(await add(name, caller, 1, options), options),
      wait: async (caller) => waitOf(await find(name, caller), options),
      giveBack: async (caller) => {
        await giveBack(name, caller)
      },
      forget: async (caller) => {
        await forget(name, caller)
      },
    }),
    eventual: (name, options) => {
      const { count, tell } = countingHere((caller, added) => add(name, caller, added, options), options)
      tells.push(tell)
      return { count }
    },
    close: () => clearInterval(timer),
  }
}

const waitOf = (counted: Counted | undefined, { points }: LimiterOptions): number | undefined =>
  counted && counted.count > points ? Math.max(1, Math.ceil(counted.seconds)) : undefined

interface Here {
  /** Of all processes, as far as it is known here. */
  count: number
  /** Counted here, and told nobody yet. */
  untold: number
  /** Epoch milliseconds. */
  endsAt: number
}

/** Counts in the memory of this process; `tell` adds what it counted to the counts of all. While they cannot be had, it goes on by itself. */
function countingHere(
  add: (caller: string, added: number) => Promise<Counted>,
  options: LimiterOptions,
): Pick<Limiter, 'count'> & { readonly tell: () => void } {
  const callers = recentlyUsed<Here>(MOST_CALLERS)
  const untold = new Map<string, Here>()

  const tellOf = async (caller: string, here: Here): Promise<void> => {
    const added = here.untold
    here.untold = 0
    try {
      const { count, seconds } = await add(caller, added)
      here.count = count + here.untold
      here.endsAt = Date.now() + seconds * SECOND
    } catch {
      here.untold += added
      if (callers.get(caller) === here) untold.set(caller, here)
    }
  }

  return {
    count: async (caller) => {
      const known = callers.get(caller)
      const isCurrent = known !== undefined && known.endsAt > Date.now()
      const here = isCurrent ? known : { count: 0, untold: 0, endsAt: Date.now() + options.duration * SECOND }
      if (!isCurrent) callers.set(caller, here)
      here.count += 1
      here.untold += 1
      untold.set(caller, here)
      return waitOf({ count: here.count, seconds: (here.endsAt - Date.now()) / SECOND }, options)
    },
    tell: () => {
      for (const [caller, here] of untold) void tellOf(caller, here)
      untold.clear()
    },
  }
}
