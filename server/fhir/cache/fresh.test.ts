// Caches are never older than the last write, by any process.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FD, fhirServer, READER } from '../testing/fhir-server.ts'

const patient = (family: string) => ({ resourceType: 'Patient', id: 'p', name: [{ family }] })

async function server() {
  const running = await fhirServer()
  await running.put(patient('One'))
  const bearer = { headers: { authorization: `Bearer ${await running.token()}` } }
  const read = () => running.ask(`${FD}/Patient/p`, bearer)
  for (let n = 0; n < 3; n += 1) await read() // From now on caller and answer are known.
  return { ...running, read }
}

describe('a read with a token that was seen before', () => {
  it('gives a version that was written the moment before', async () => {
    const { read, put } = await server()
    await put(patient('Two'))
    const answer = await read()
    expect(answer.headers.get('etag')).toBe('W/"2"')
    expect(await answer.json()).toMatchObject({ name: [{ family: 'Two' }] })
  })

  it('gives a version that another connection wrote, and hears of a deletion by it', async () => {
    const { read, another, now } = await server()
    const { resources } = await another()
    const parsed = patient('Other')
    await resources.write([{ type: 'Patient', id: 'p', text: JSON.stringify(parsed), parsed }], now())
    expect(await (await read()).json()).toMatchObject({ name: [{ family: 'Other' }] })
    await resources.delete('Patient', 'p', now())
    expect((await read()).status).toBe(410)
  })

  it('sees no more than the client may see at this moment', async () => {
    const { read, clients } = await server()
    clients.set(READER, [{ type: 'Patient', operations: 's' }])
    expect((await read()).status).toBe(403)
    clients.delete(READER)
    expect((await read()).status).toBe(401)
  })

  it('is refused when the token has ended or its key is withdrawn', async () => {
    const { read, keys, advance } = await server()
    const [key] = keys.splice(0)
    expect((await read()).status).toBe(401)
    if (key) keys.push(key)
    expect((await read()).status).toBe(200)
    advance(10 * 60_000)
    expect((await read()).status).toBe(401)
  })

  it('is verified each time with the cache switched off', async () => {
    const { get, put, resources } = await fhirServer({ remembers: false })
    await put(patient('One'))
    const lookUps = vi.spyOn(resources, 'readCurrent')
    const signatures = vi.spyOn(crypto.subtle, 'verify')
    onTestFinished(() => signatures.mockRestore())
    for (let n = 1; n < 4; n += 1) {
      expect((await get(`${FD}/Patient/p`)).status).toBe(200)
      expect(lookUps).toHaveBeenCalledTimes(n)
      expect(signatures).toHaveBeenCalledTimes(n)
    }
  })
})
