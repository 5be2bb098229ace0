import { describe, expect, it } from 'vitest'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import { FORM_LIMIT, formParams } from '#lib/http/params.ts'
import { type TakeForClient, withFormClient } from './form-client.ts'

const HERE = '192.0.2.1'

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
const formOf = (claims: object) => `client_assertion=${part({ alg: 'RS384' })}.${part(claims)}.AAAA`

/** A token request; the length of its body is announced unless it is sent in chunks. */
const requestOf = (body: string, length: string | undefined = String(body.length)) =>
  new Request('http://localhost/oauth2/token', {
    method: 'POST',
    headers: {
      [CLIENT_ADDRESS_HEADER]: HERE,
      'content-type': 'application/x-www-form-urlencoded',
      ...(length ? { 'content-length': length } : {}),
    },
    body,
  })

interface Given {
  readonly isFull?: boolean
  readonly handler?: (request: Request) => Promise<Response>
}

/** A turn, and what it did: the places that it asked for, those that it holds, and how often it refused. */
function turn({ isFull = false, handler = async () => new Response('done') }: Given = {}) {
  const asked: (readonly [address: string, clientId: string | undefined])[] = []
  let refused = 0
  let held = 0
  const take: TakeForClient = (address, clientId) => {
    asked.push([address, clientId])
    if (isFull) return undefined
    held += 1
    return () => {
      held -= 1
    }
  }
  const handle = withFormClient(take, handler, () => {
    refused += 1
  })
  return { handle, asked, refused: () => refused, held: () => held }
}

describe('the turn of a client', () => {
  it('LIM-04 takes a place for the client that the assertion names, until the answer is there', async () => {
    const during: number[] = []
    const one = turn({
      handler: async () => {
        during.push(one.held())
        return new Response(null, { status: 401 })
      },
    })
    expect((await one.handle(requestOf(formOf({ iss: 'quiet' })))).status).toBe(401)
    expect([one.asked, during, one.held(), one.refused()]).toEqual([[[HERE, 'quiet']], [1], 0, 0])
  })

  it.each([
    ['no assertion', 'grant_type=client_credentials'],
    ['an assertion that is no JWT', 'client_assertion=x'],
    ['an assertion without iss', formOf({ sub: 'quiet' })],
    ['an iss that is no text', formOf({ iss: 1 })],
  ])('takes a place for an unnamed client with %s', async (_, form) => {
    const { handle, asked } = turn()
    expect((await handle(requestOf(form))).status).toBe(200)
    expect(asked).toEqual([[HERE, undefined]])
  })

  it('hands on the request, whose form the handler is given as it was read', async () => {
    const { handle } = turn({ handler: async (request) => Response.json(await formParams(request)) })
    expect(await (await handle(requestOf('grant_type=client_credentials'))).json()).toMatchObject({
      entries: [['grant_type', 'client_credentials']],
    })
  })

  it.each([
    ['in chunks', ''],
    ['of a length that is no number', '1e3'],
    ['longer than a form', String(FORM_LIMIT + 1)],
  ])('leaves a body %s to the handler, unread', async (_, length) => {
    const request = requestOf(formOf({ iss: 'quiet' }), length)
    const { handle, asked } = turn({ handler: async (given) => new Response(String(given === request)) })
    expect(await (await handle(request)).text()).toBe('true')
    expect([asked, request.bodyUsed]).toEqual([[[HERE, undefined]], false])
  })

  it('LIM-04 refuses without asking the handler when there is no place', async () => {
    const { handle, refused } = turn({ isFull: true, handler: () => expect.unreachable() })
    const answer = await handle(requestOf(formOf({ iss: 'quiet' })))
    expect([answer.status, answer.headers.get('retry-after'), refused()]).toEqual([503, '2', 1])
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })

  it('gives its place back when the handler fails', async () => {
    const { handle, held } = turn({ handler: () => Promise.reject(new Error('a fault')) })
    await expect(handle(requestOf('a=b'))).rejects.toThrow('a fault')
    expect(held()).toBe(0)
  })
})
