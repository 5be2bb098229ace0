// Two servers that write one audit log while the command line reads it.
import { describe, expect, it } from 'vitest'
import { clientAssertion, registerApp } from '../testing/app.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { processDomain } from '../testing/processes.ts'

const REQUESTS = 40

describe('two server processes on one audit log', () => {
  it('IDP-21 write one chain, which verifies while they write and after one is killed', async () => {
    const processes = await processDomain()
    const { domain, publicUrl } = processes
    const app = await registerApp(domain)
    const servers = [await processes.start({ first: true }), await processes.start()]
    const token = async (origin: string) => {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'system/*.rs',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await clientAssertion(app, `${publicUrl}/oauth2/token`, Date.now()),
      })
      return (await fetch(`${origin}/oauth2/token`, { method: 'POST', body: form })).status
    }
    const asked = Array.from({ length: REQUESTS }, (_, n) => token(servers[n % 2]?.origin ?? ''))
    let answered = false
    const all = Promise.all(asked).finally(() => {
      answered = true
    })
    const looks: number[] = []
    while (!answered) {
      const { events, problems } = await domain.audit.verify()
      expect(problems).toEqual([])
      looks.push(events)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await all).toEqual(Array(REQUESTS).fill(200))
    expect(looks.length).toBeGreaterThan(1)
    const [first, second] = servers
    await second?.kill()
    expect(await token(first?.origin ?? '')).toBe(200)
    expect(await domain.audit.verify()).toMatchObject({ events: REQUESTS + 1, problems: [] })
    expect((await eventsOf(domain)).map(nameOf)).toEqual(Array(REQUESTS + 1).fill('token'))
    expect((await eventsOf(domain))[0]?.agent[0]?.network?.type).toBe('2')
  })
})
