import { expect, it } from 'vitest'
import { partsOf } from './breakable.tsx'

it('an address breaks after its slashes and between its parameters, and loses nothing', () => {
  const address = 'GET http://localhost:8080/launch/callback?code=abc&state=d'
  const parts = ['GET http://', 'localhost:8080/', 'launch/', 'callback?', 'code=', 'abc&', 'state=', 'd']
  expect(partsOf(address)).toEqual(parts)
  for (const text of ['', '/', 'Patient/7', '{"a": "b/c"}', address]) expect(partsOf(text).join('')).toBe(text)
})
