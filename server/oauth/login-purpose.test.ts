// The part of a launch that the log-in page may show.
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import { withDutch } from '#lib/fhir/translation.ts'
import { APP, authorizationServer } from './testing/authorization-server.ts'

async function waiting(as: Awaited<ReturnType<typeof authorizationServer>>) {
  const login = await as.authorize()
  return new URL(login.headers.get('location') ?? '').searchParams.get('state') ?? ''
}

describe('the purpose of a log-in', () => {
  it('is the app, and in a demo the task, for a caller who knows the state', async () => {
    const as = await authorizationServer()
    const state = await waiting(as)
    as.resources['Task/intake'] = {
      resourceType: 'Task',
      id: 'intake',
      ...withDutch('description', 'Intake: part 1', 'Intake: deel 1'),
    }
    expect(await as.oauth.purposeOf(state, 'nl')).toEqual({ app: expect.any(String), task: 'Intake: deel 1' })
    expect(await as.oauth.purposeOf(state, 'en')).toEqual({ app: expect.any(String), task: 'Intake: part 1' })
    expect(await as.oauth.purposeOf(sha256(state), 'en')).toBeUndefined()
    expect(await as.oauth.purposeOf('made up', 'en')).toBeUndefined()
  })

  it('is the app alone outside of a demo, because the title of a task can reveal a treatment', async () => {
    const as = await authorizationServer({ demo: false })
    as.resources['Task/intake'] = { ...as.resources['Task/intake'], description: 'Intake: part 1' }
    expect(await as.oauth.purposeOf(await waiting(as), 'en')).toEqual({ app: expect.any(String) })
  })

  it('names the app as its Device does in the language of the person, where that has a name in it', async () => {
    const as = await authorizationServer()
    const state = await waiting(as)
    const { app = '' } = (await as.oauth.purposeOf(state, 'en')) ?? {}
    const deviceName = [{ ...withDutch('name', 'app', 'Dagboek'), type: 'user-friendly-name' }]
    as.resources[`Device/${APP}`] = { resourceType: 'Device', id: APP, deviceName }
    expect(await as.oauth.purposeOf(state, 'nl')).toMatchObject({ app: 'Dagboek' })
    expect(await as.oauth.purposeOf(state, 'en'), 'as registered').toMatchObject({ app })
  })

  it('is no longer told after the log-in', async () => {
    const as = await authorizationServer()
    const login = await as.authorize()
    const state = new URL(login.headers.get('location') ?? '').searchParams.get('state') ?? ''
    await as.logIn(login)
    expect(await as.oauth.purposeOf(state, 'en')).toBeUndefined()
  })
})
