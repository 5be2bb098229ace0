import { describe, expect, it } from 'vitest'
import { limiter } from './limiter.ts'

const WINDOW = { points: 2, duration: 60 }

describe('a limiter', () => {
  it('counts each caller separately, gives back a count and forgets a caller', async () => {
    const { count, giveBack, forget } = limiter(WINDOW)
    expect([await count('a'), await count('a'), await count('b')]).toEqual([undefined, undefined, undefined])
    expect(await count('a')).toBeGreaterThan(50)
    await forget('a')
    expect([await count('a'), await count('a')]).toEqual([undefined, undefined])
    await giveBack('b')
    expect([await count('b'), await count('b')]).toEqual([undefined, undefined])
    expect(await count('b')).toBeGreaterThan(50)
  })

  it('LIM-10 forgets the callers seen longest ago when there are too many', async () => {
    const { count } = limiter(WINDOW, 100)
    for (let n = 0; n < 3; n += 1) await count('early')
    for (let n = 0; n < 50; n += 1) await count(`address ${n}`)
    expect(await count('early'), 'still remembered').toBeGreaterThan(0)
    for (let n = 0; n < 500; n += 1) await count(`stranger ${n}`)
    expect(await count('early')).toBeUndefined()
    for (let n = 0; n < 3; n += 1) await count('stranger 499')
    expect(await count('stranger 499')).toBeGreaterThan(0)
  })
})
