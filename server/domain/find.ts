// Assembles what finds things, from the peers whose pages show them.
import { mayRead } from '../browse/browse.ts'
import { createFind } from '../find/find.ts'
import type { Peers } from './peers.ts'
import type { Dependencies } from './ports.ts'

export const wireFind = (
  { config, staff }: Dependencies,
  { browse, traces, admin }: Pick<Peers, 'browse' | 'traces' | 'admin'>,
) =>
  createFind({
    publicUrl: config.publicUrl,
    rights: async (request) => {
      const person = await staff(request)
      return { records: person !== undefined && mayRead(person), console: person?.role === 'admin' }
    },
    records: browse.fhir,
    traces: traces.handle,
    admin: admin.handle,
  })
