// A relay between a process and its PostgreSQL that loses what it is told to lose, as a network does that says nothing of it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What gets lost of the connections that are open now: requests, or only the answers to them. Later ones are well. */
export type Lost = 'requests' | 'answers'

export interface Relay {
  /** The URL of the same database, through the relay. */
  readonly url: string
  readonly lose: (what: Lost) => void
  /** Ends the connections that are open now; later ones go to the database of another URL. */
  readonly leadTo: (url: string) => void
  /** Ends all connections. */
  readonly end: () => void
}

/** Between the process and the database of a URL; call `end`. */
export async function relayTo(url: string): Promise<Relay> {
  let target = new URL(url)
  const open = new Set<{ readonly here: Socket; readonly there: Socket }>()
  const quiet = new Set<Socket>() // Nobody hears of their end, either.
  const server = createServer({ allowHalfOpen: true }, (here) => {
    const there = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })
    const both = { here, there }
    open.add(both)
    here.once('close', () => open.delete(both))
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => quiet.has(one) || other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const { here, there } of open) for (const socket of [here, there]) socket.destroy()
  }
  return {
    end: () => {
      cut()
      server.close()
    },
    leadTo: (other) => {
      target = new URL(other)
      cut()
    },
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href,
    lose: (what) => {
      for (const { here, there } of open) {
        const [from, to] = what === 'requests' ? [here, there] : [there, here]
        quiet.add(from)
        from.unpipe(to)
        from.resume() // Taken, and thrown away.
      }
    },
  }
}
