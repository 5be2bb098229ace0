import { describe, expect, it } from 'vitest'
import type { Operation, Responses } from '#lib/api/openapi.ts'
import { requestOf, type Trial, trialOf } from './trial.ts'

const answers = (type: string): Responses => ({
  200: { description: '', content: { [type]: { schema: {} } } },
})
const operation: Operation<Responses> = {
  operationId: 'listThings',
  tags: ['Traces'],
  summary: '',
  responses: answers('application/json'),
}
const of = (more: Partial<Operation<Responses>>, path = '/things', method: 'get' | 'post' = 'get') =>
  trialOf({ path, method, operation: { ...operation, ...more }, shared: [] })

const trial: Trial = {
  id: 'listThings',
  path: '/things/{id}',
  accept: 'application/json',
  fields: [
    { name: 'id', in: 'path', description: '', example: '' },
    { name: 'q', in: 'query', description: '', example: '' },
  ],
  senders: ['session', 'token', 'nobody'],
}
const filled = { values: { id: 'a', q: '' }, sender: 'session', token: '' } as const

describe('what can be tried on the page of an operation', () => {
  it('is reading JSON or text', () => {
    for (const type of ['application/json', 'application/fhir+json', 'application/jwk-set+json', 'text/plain'])
      expect(of({ responses: answers(type) }), type).toMatchObject({ id: 'listThings', accept: type })
  })

  it('excludes changes, pages, streams, and whatever the FHIR console can do', () => {
    expect(of({}, '/things', 'post')).toBeUndefined()
    for (const type of ['text/html', 'text/event-stream', 'application/zip'])
      expect(of({ responses: answers(type) }), type).toBeUndefined()
    expect(of({ tags: ['FHIR API'] }, '/fhir/DEFAULT/Patient')).toBeUndefined()
  })

  it('is sent by the session, by a token, or by nobody, where the operation takes them', () => {
    expect(of({})?.senders).toEqual(['session'])
    expect(of({ security: [{ session: [] }] })?.senders).toEqual(['session', 'nobody'])
    expect(of({ security: [{ session: [] }, { adminToken: [] }] })?.senders).toEqual(['session', 'token', 'nobody'])
    expect(of({ security: [{ metricsToken: [] }] })?.senders).toEqual(['token', 'nobody'])
  })

  it('has a field for each parameter of the path and the query', () => {
    const parameters = (['path', 'query', 'header'] as const).map((place) => ({
      name: place,
      in: place,
      description: '',
      schema: {},
      example: 'x',
    }))
    expect(of({ parameters })?.fields.map(({ name }) => name)).toEqual(['path', 'query'])
  })
})

describe('the request that is sent', () => {
  it('has the values in its address, encoded, and leaves out those that are empty', () => {
    expect(requestOf(trial, filled)).toMatchObject({ path: '/things/a' })
    expect(requestOf(trial, { ...filled, values: { id: 'a/../b?c', q: 'd&e' } })).toMatchObject({
      path: '/things/a%2F..%2Fb%3Fc?q=d%26e',
    })
  })

  it.each(['', ' ', '.', '..'])('is not sent with %j as a part of the path, which would lead elsewhere', (id) => {
    expect(requestOf(trial, { ...filled, values: { id } })).toEqual({ wrong: 'value', name: 'id' })
  })

  it('carries a token in its header alone, without cookies', () => {
    const request = requestOf(trial, { ...filled, sender: 'token', token: ' abc ' })
    expect(request).toEqual({
      path: '/things/a',
      init: {
        headers: { accept: 'application/json', authorization: 'Bearer abc' },
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
      },
    })
  })

  it('carries no token that was typed before another sender was chosen', () => {
    for (const [sender, credentials] of [
      ['session', 'same-origin'],
      ['nobody', 'omit'],
    ] as const)
      expect(requestOf(trial, { ...filled, sender, token: 'abc' })).toMatchObject({
        init: { headers: { accept: 'application/json' }, credentials },
      })
  })

  it.each(['', 'a b', 'é', 'a\nb'])('is not sent with %j as a token', (token) => {
    expect(requestOf(trial, { ...filled, sender: 'token', token })).toEqual({ wrong: 'token' })
  })
})
