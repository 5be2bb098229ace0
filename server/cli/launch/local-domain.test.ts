import { describe, expect, it } from 'vitest'
import { testDomain } from '#server/testing/domain.ts'
import { toWrite } from '../../fhir/resource-write.ts'
import { opening } from './credentials.ts'
import { localDomain } from './local-domain.ts'

describe('the task of a launch by command', () => {
  it('is by default one of the first patient that has not ended', async () => {
    const { domain } = await testDomain()
    const here = localDomain(domain, {}, '.')
    const byDefault = async () => (await opening(here, { app: 'demo-app' })).task
    const complete = async (id: string) => {
      const task = JSON.parse((await domain.resources.readCurrent('Task', id))?.body ?? '')
      await domain.resources.write([toWrite({ ...task, status: 'completed' })], domain.clock())
    }
    expect(await byDefault()).toBe('Task/sleep-diary-week-1')
    await complete('sleep-diary-week-1')
    expect(await byDefault()).toBe('Task/sleep-diary-week-2')
    await complete('sleep-diary-week-2')
    expect(await byDefault()).toBe('Task/sleep-diary-week-1')
  })

  it('is one of the app, and the user who has it, whichever app is launched', async () => {
    const { domain } = await testDomain()
    const here = localDomain(domain, {}, '.')
    const [bram, daan] = ['Patient/bram-de-boer', 'Practitioner/daan-visser']
    expect(await opening(here, { app: 'demo-energy' })).toEqual({ as: bram, task: 'Task/weekly-energy-check-bram' })
    expect((await opening(here, { app: 'demo-energy', as: daan })).task).toBe('Task/review-energy-check-bram')
    expect((await opening(here, { app: 'demo-app', as: daan })).task).toBe('Task/review-sleep-diary')
    await expect(opening(here, { app: 'demo-app', as: 'Patient/none' })).rejects.toThrow('There is no Patient/none.')
    const marijke = opening(here, { app: 'demo-energy', as: 'Patient/marijke-jansen' })
    await expect(marijke).rejects.toThrow('Patient/marijke-jansen has no task of its own in demo-energy')
  })
})
