// The console's ports for all records: the importer, and the demo's initial data.
import { Readable } from 'node:stream'
import type { ImportReport } from '#lib/api/data.ts'
import { MOST_IMPORT_RESOURCES } from '#lib/api/data-words.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { DataPorts, ImportedFile } from '../admin/deps.ts'
import { importReport } from '../admin/import-report.ts'
import { DEMO_PATIENTS } from '../demo/people.ts'
import { demoRecords } from '../demo/put-back.ts'
import { DEMO_CONSOLE } from '../demo/resources.ts'
import { samplePeople } from '../demo/sample-people.ts'
import { importBatches, preparedBatches } from '../fhir/import/import.ts'
import { batchesOfThread } from '../fhir/import/import-thread.ts'
import type { Dependencies } from './ports.ts'

type Parts = Pick<
  Dependencies,
  'config' | 'storage' | 'resources' | 'audit' | 'fhirBase' | 'importThread' | 'clock' | 'random' | 'peers'
>

export const dataPorts = (parts: Parts): DataPorts => ({
  importFile: (file) => importFile(parts, file),
  demo: parts.config.demo ? demoPorts(parts) : undefined,
})

async function importFile(
  { config, storage, importThread, clock }: Parts,
  { name, content, dryRun, signal, progress }: ImportedFile,
): Promise<ImportReport> {
  const preparation = { resourceTypes: config.resourceTypes }
  const files = [{ name, file: undefined, bytes: 0 }]
  const ending = new AbortController()
  const until = AbortSignal.any([signal, ending.signal])
  const batches = importThread
    ? batchesOfThread({
        script: importThread,
        work: { files, preparation },
        input: Readable.from(content),
        signal: until,
      })
    : preparedBatches([{ name, content }], preparation)
  const report = await importBatches(batches, {
    imports: storage.imports,
    clock,
    dryRun,
    loginSystem: config.idpIdentifierSystem,
    signal: until,
    progress: (so) => {
      progress(importReport(so))
      if (so.read > MOST_IMPORT_RESOURCES) ending.abort()
    },
  })
  await storage.durable()
  return importReport(report)
}

type SampleRecord = ReturnType<typeof samplePeople>[number]

function demoPorts({ config, storage, resources, audit, fhirBase, clock, random, peers }: Parts): DataPorts['demo'] {
  const { difference, putBack } = demoRecords({ config, resources, audit: audit.writesAt(fhirBase), clock })
  let made: readonly SampleRecord[] | undefined
  const people = () => {
    made ??= samplePeople()
    return made
  }
  const ofType = (type: string) => people().filter(({ resourceType }) => resourceType === type).length
  const isHere = async ({ resourceType, id }: SampleRecord) =>
    (await resources.readCurrent(String(resourceType), String(id)))?.body !== undefined
  return {
    difference,
    putBack: async (request, traceId) => {
      const written = await putBack({
        clientId: DEMO_CONSOLE.clientId,
        address: clientAddress(request),
        requestId: requestIdOf(request) ?? random.uuid(),
        traceId,
        correlationId: undefined,
      })
      await storage.answers.removeAbout(DEMO_PATIENTS)
      await storage.durable()
      peers().subscriptions.wake()
      return written
    },
    samples: async () => {
      const here = await Promise.all(people().map(isHere))
      return { people: ofType('Patient'), tasks: ofType('Task'), here: here.filter(Boolean).length }
    },
    sampleFile: () =>
      people()
        .map((record) => JSON.stringify(record))
        .join('\n'),
  }
}
