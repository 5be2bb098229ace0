// Index values are written with the version that they are of, or not at all.
import { expect, it } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { resourceDatabase } from '../resources/resources.ts'

it('TXN-02 a value that cannot be added undoes those before it, and the whole write', async () => {
  const { sql } = temporaryDatabase()
  const resources = resourceDatabase(sql)
  const parsed = { resourceType: 'Patient', id: 'a' }
  const prepared = prepareResource({ type: 'Patient', id: 'a', text: JSON.stringify(parsed), parsed })
  const twice = { ...prepared, values: [...['family', '', 'bos'], ...['given', '', 'wil'], ...['given', '', 'wil']] }
  await expect(resources.transact((tx) => tx.add(twice, 0))).rejects.toThrow(/UNIQUE/)
  await expect(resources.writePrepared([prepared, { ...twice, id: 'b' }], 0)).rejects.toThrow(/UNIQUE/)
  const rows = ['resource_version', 'search_value', 'resource_count'].map((table) =>
    sql.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  expect(rows).toEqual([0, 0, 0])
  await resources.transact((tx) => tx.add(prepared, 0))
  expect((await resources.readCurrent('Patient', 'a'))?.versionId).toBe(1)
})
