// The return from the identity provider: whose log-in it is, and for which app.
import { describe, expect, it } from 'vitest'
import { expectPage400 } from '../testing/answers.ts'
import { ANNA, APP, AS, authorizationServer, client, cookiesOf } from '../testing/authorization-server.ts'

/** A log-in that has come back to the domain: its URL, and the browser in which it began. */
async function cameBack() {
  const as = await authorizationServer()
  const login = await as.authorize()
  const url = as.idp.logIn(login.headers.get('location') ?? '', ANNA)
  return { as, login, url: new URL(url) }
}

const codeIn = (answer: Response) => new URL(answer.headers.get('location') ?? AS).searchParams.get('code')

describe('the answer of a log-in', () => {
  it('AUZ-43 is accepted only in the browser in which the log-in began, and stays usable there', async () => {
    const { as, login, url } = await cameBack()
    const other = await as.authorize()
    for (const browser of [undefined, other]) await expectPage400(await as.callback(url.href, browser))
    const swapped = cookiesOf(login).replace(/=.*/, `=${cookiesOf(other).split('=')[1]}`)
    await expectPage400(await as.oauth.callback(new Request(url, { headers: { cookie: swapped } })))
    expect(codeIn(await as.callback(url.href, login))).toBeTruthy()
  })

  it('AUZ-43 has exactly one state', async () => {
    const { as, login, url } = await cameBack()
    const twice = new URL(url)
    twice.searchParams.append('state', 'another')
    await expectPage400(await as.callback(twice.href, login))
    expect(codeIn(await as.callback(url.href, login))).toBeTruthy()
  })

  it('IDP-05 must have iss if the provider announces it (RFC 9207 §2.4)', async () => {
    const { as, login, url } = await cameBack()
    url.searchParams.delete('iss')
    const answer = await as.callback(url.href, login)
    await expectPage400(answer)
    const silent = await authorizationServer()
    silent.idp.behaviour = { metadata: { authorization_response_iss_parameter_supported: undefined } }
    const second = await silent.authorize()
    const back = new URL(silent.idp.logIn(second.headers.get('location') ?? '', ANNA))
    back.searchParams.delete('iss')
    expect(codeIn(await silent.callback(back.href, second))).toBeTruthy()
  })

  it('is not consumed by HEAD', async () => {
    const { as, login, url } = await cameBack()
    const head = await as.oauth.callback(new Request(url, { method: 'HEAD', headers: { cookie: cookiesOf(login) } }))
    expect(head.status).toBe(405)
    expect(codeIn(await as.callback(url.href, login))).toBeTruthy()
  })

  it('ACG-20 leads to no code for an app that was disabled meanwhile, nor for a redirect_uri that was removed', async () => {
    const disabled = await cameBack()
    await disabled.as.registry.setClientStatus(APP, 'disabled')
    await expectPage400(await disabled.as.callback(disabled.url.href, disabled.login))
    const moved = await cameBack()
    const app = client({ ...(await moved.as.registry.find(APP)), clientId: APP })
    await moved.as.registry.saveClient({ ...app, redirectUris: ['https://app.example/moved'] })
    await expectPage400(await moved.as.callback(moved.url.href, moved.login))
    for (const { as } of [disabled, moved]) expect(await as.sql.rows('SELECT * FROM authorization_code')).toEqual([])
  })
})
