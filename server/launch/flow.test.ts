// A whole launch over HTTP: portal, app, authorization server, identity provider, and back.
import { describe, expect, it } from 'vitest'
import type { LaunchSession, OpenSession } from '#lib/api/launch-session.ts'
import type { PortalTasks } from '#lib/api/portal.ts'
import { formWith, type Page, type UserAgent } from '#lib/http/user-agent.ts'
import { BRAM, DAAN, type DemoPerson, ELS, MARIJKE } from '#server/demo/people.ts'
import { testDomain } from '#server/testing/domain.ts'
import { signInAs } from '#server/testing/portal-cookie.ts'

async function visitor() {
  const { domain, browser } = await testDomain()
  const agent = browser()
  const at = (path: string) => `${domain.config.publicUrl}${path}`
  return {
    at,
    agent,
    signIn: ({ username }: DemoPerson) => signInAs(domain, agent, username),
    tasks: async (patient = MARIJKE) =>
      JSON.parse(
        (await agent.get(at(`/portal/api/tasks?patient=${patient.reference.split('/')[1]}`))).text,
      ) as PortalTasks,
    open: (task: string) => open(agent, at('/portal/launch'), task),
    session: async () => JSON.parse((await agent.get(at('/launch/api/session'))).text) as LaunchSession,
  }
}

/** Presses "Open" in the portal and, as a browser without script, "Continue" on the page that follows. */
async function open(agent: UserAgent, address: string, task: string): Promise<Page> {
  const handOver = formWith(await agent.post(address, { task }), 'launch', 'iss')
  if (!handOver) throw new Error('The portal did not hand over')
  return agent.submit(handOver)
}

function logIn(agent: UserAgent, page: Page, { username, password }: DemoPerson): Promise<Page> {
  const form = formWith(page, 'username', 'password')
  if (!form) throw new Error(`No login form: ${page.status} at ${page.url}`)
  return agent.submit(form, { username, password })
}

async function logOut(agent: UserAgent, address: string): Promise<void> {
  const form = formWith(await agent.get(address), 'csrf')
  if (!form) throw new Error('Nobody is signed in')
  await agent.submit(form)
}

describe('a launch from the portal to the app', () => {
  it.each([
    ['patient', MARIJKE, 'sleep-diary-week-1', {}],
    ['practitioner', DAAN, 'review-sleep-diary', { patient: MARIJKE.reference }],
    ['related person', ELS, 'help-with-sleep-diary', { patient: MARIJKE.reference }],
  ])('opens the task for a %s', async (_, person, task, context) => {
    const { agent, signIn, open, session } = await visitor()
    await signIn(person)
    const arrived = await logIn(agent, await open(task), person)
    expect(arrived.url).toMatch(/\/launch\/app\?session=[\w-]{12}$/) // APP-12
    expect(await session()).toMatchObject({
      status: 'open',
      user: person.reference,
      role: person.role,
      userName: person.name,
      task: `Task/${task}`,
      definition: 'ActivityDefinition/sleep-diary',
      intent: 'order',
      ...context,
    })
  })

  it('takes its steps in order and reads the task of the launch', async () => {
    const { agent, signIn, at, open, session } = await visitor()
    await signIn(MARIJKE)
    await logIn(agent, await open('sleep-diary-week-1'), MARIJKE)
    const { steps, task } = (await session()) as OpenSession
    expect(steps.map(({ step, ok }) => [step, ok])).toEqual(
      ['launch', 'discover', 'authorize', 'login', 'code', 'token', 'id_token', 'open'].map((step) => [step, true]),
    )
    expect(steps.every(({ detail }) => detail !== '')).toBe(true) // All of it fits into the cookie.
    const read = await agent.get(at(`/launch/api/fhir?path=${task}`))
    expect(JSON.parse(read.text)).toMatchObject({ resourceType: 'Task', id: 'sleep-diary-week-1' })
  })

  it('follows the paging links of the domain', async () => {
    const { agent, signIn, at, open } = await visitor()
    await signIn(MARIJKE)
    await logIn(agent, await open('sleep-diary-week-1'), MARIJKE)
    const first = JSON.parse((await agent.get(at('/launch/api/fhir?path=Task%3F_count%3D2'))).text)
    const next = first.link.find(({ relation }: { relation: string }) => relation === 'next').url
    const second = await agent.get(at(`/launch/api/fhir?${new URLSearchParams({ url: next })}`))
    expect(second.status).toBe(200)
    expect(JSON.parse(second.text)).toMatchObject({ resourceType: 'Bundle', entry: { length: 2 } })
  })

  it('turns away a user who is not the one of the launch, and the app says why', async () => {
    const { agent, signIn, open, session } = await visitor()
    await signIn(MARIJKE)
    const arrived = await logIn(agent, await open('sleep-diary-week-1'), BRAM)
    expect(arrived.url).toMatch(/\/launch\/app\?session=[\w-]{12}$/)
    expect(await session()).toMatchObject({
      status: 'failed',
      step: 'login',
      failure: 'wrong_user',
      error: 'access_denied',
    })
  })

  it('IDP-17 asks for a new login after the wrong person was logged in, although the provider still has a session', async () => {
    const { agent, signIn, open, session } = await visitor()
    await signIn(MARIJKE)
    await logIn(agent, await open('sleep-diary-week-1'), BRAM)
    await logIn(agent, await open('sleep-diary-week-1'), MARIJKE)
    expect(await session()).toMatchObject({ status: 'open', user: MARIJKE.reference })
    const again = await open('sleep-diary-week-1')
    expect(formWith(again, 'password'), 'after a launch that went well nobody is asked again').toBeUndefined()
  })

  it('IDP-17 shows the login page at each change of person, although the provider has a session of the one before', async () => {
    const { agent, signIn, open, session } = await visitor()
    for (const [person, task] of [
      [MARIJKE, 'sleep-diary-week-1'],
      [DAAN, 'review-sleep-diary'],
      [ELS, 'help-with-sleep-diary'],
      [MARIJKE, 'sleep-diary-week-1'],
    ] as const) {
      await signIn(person)
      const login = await open(task)
      expect(formWith(login, 'username')?.fields, 'a login page').toBeDefined()
      await logIn(agent, login, person)
      expect(await session()).toMatchObject({ status: 'open', user: person.reference })
    }
  })

  it('APP-07 gives the second user a session without data of the first', async () => {
    const { signIn, agent, at, open, session } = await visitor()
    await signIn(MARIJKE)
    await logIn(agent, await open('sleep-diary-week-1'), MARIJKE)
    await logOut(agent, at('/idp/logout'))
    await signIn(DAAN)
    await logIn(agent, await open('sleep-diary-bram'), DAAN)
    const second = await session()
    expect(second).toMatchObject({ status: 'open', user: DAAN.reference, patient: BRAM.reference })
    expect(JSON.stringify(second)).not.toContain('sleep-diary-week-1')
    expect(JSON.stringify(second)).not.toContain(MARIJKE.reference)
  })

  it('APP-13 ends when the user closes the session', async () => {
    const { agent, signIn, at, open, session } = await visitor()
    await signIn(MARIJKE)
    await logIn(agent, await open('sleep-diary-week-1'), MARIJKE)
    await agent.post(at('/launch/api/end'), {})
    expect(await session()).toEqual({ status: 'none' })
  })
})

describe('the portal of the demo domain', () => {
  it('lists a patient her own tasks, and refuses those of another patient', async () => {
    const { signIn, tasks, agent, at } = await visitor()
    await signIn(MARIJKE)
    const { items } = await tasks()
    expect(items.map(({ reference }) => reference)).toContain('Task/sleep-diary-week-1')
    expect(items.every(({ app }) => app === 'Sleep diary')).toBe(true)
    expect(items.find(({ reference }) => reference === 'Task/sleep-diary-week-1')).toMatchObject({ launchable: true })
    expect((await agent.get(at(`/portal/api/tasks?patient=${BRAM.reference.split('/')[1]}`))).status).toBe(403)
  })

  it('finds the record of a signed-in user by identifier', async () => {
    const viewer = async () => ({ username: DAAN.username, name: undefined })
    const { fetch } = await testDomain({}, { viewer })
    expect(await (await fetch('/portal/api/me')).json()).toMatchObject({
      signedIn: true,
      person: { reference: DAAN.reference, role: 'practitioner', name: DAAN.name },
    })
    const { items } = await (await fetch('/portal/api/patients')).json()
    expect(items.map(({ reference }: { reference: string }) => reference).length).toBeGreaterThan(1)
  })
})
