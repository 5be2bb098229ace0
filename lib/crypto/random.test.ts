import { expect, it } from 'vitest'
import { neighbouringUuids } from './random.ts'

const COUNT = 1000
const BEGINNING = 5

/** Some UUIDs, with so many milliseconds from one to the next. */
function made(apart: number): readonly string[] {
  let now = 0
  const uuid = neighbouringUuids(() => now)
  return Array.from({ length: COUNT }, () => {
    now += apart
    return uuid()
  })
}

const beginnings = (uuids: readonly string[]) => new Set(uuids.map((uuid) => uuid.slice(0, BEGINNING))).size

it('CRE-02 a UUID is one of version 4 in lower case, another one each time, even without the beginning that it shares', () => {
  const uuids = made(0)
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(uuids.map((uuid) => uuid.slice(BEGINNING))).size).toBe(COUNT)
})

it('UUIDs of a tenth of a second begin alike, and later ones otherwise', () => {
  expect(beginnings(made(0))).toBe(1)
  expect(beginnings(made(10))).toBeGreaterThan(90) // A hundred moments, of which two may happen to begin alike.
  expect(beginnings(made(10))).toBeLessThanOrEqual(100)
  expect(beginnings(made(100))).toBeGreaterThan(980)
})
