// A process that writes resources with their events until it is killed, and tells the id of each event once it is on the disk.
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { auditChain } from '#server/audit/chain.ts'
import { auditLog } from '../audit/audit.ts'
import { openPostgres } from '../opening/opening.ts'
import { postgresResources } from '../resources/resources.ts'

const url = process.env['DATABASE_URL'] ?? ''
const postgres = await openPostgres(url)
const log = auditLog(postgres)
log.open(auditChain('the key of a test'))
const { transact } = postgresResources(postgres, url, { links: log.links })

/** Ids name the version that they tell. */
const eventOf = (id: string) => ({ id, recorded: 1, resource: { resourceType: 'AuditEvent', id } })

async function write(patient: string): Promise<never> {
  for (let version = 1; ; version += 1) {
    const parsed = { resourceType: 'Patient', id: patient, name: [{ text: String(version) }] }
    const event = eventOf(`audit.${patient}.${version}`)
    await transact((tx) => {
      tx.write(prepareResource({ type: 'Patient', id: patient, text: JSON.stringify(parsed), parsed }), 1)
      tx.record([event])
    })
    await postgres.durable()
    process.stdout.write(`${event.id}\n`)
  }
}

await Promise.all(['a', 'b', 'c'].map(write))
