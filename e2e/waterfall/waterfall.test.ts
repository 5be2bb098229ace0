import { describe, expect, it } from 'vitest'
import { usable, withCalls } from './visit.ts'
import { type Asked, chainTo, deepest, steps, until } from './waterfall.ts'

const origin = 'http://localhost:1'
const asked = (path: string, kind: Asked['kind'], at: number, done: number, ...because: readonly string[]): Asked => ({
  url: origin + path,
  kind,
  at,
  done,
  because: because.map((cause) => origin + cause),
})

const PAGE = asked('/', 'document', 0, 1)
const SCRIPT = asked('/app.js', 'other', 1.1, 2, '/')

describe('the depth of a waterfall', () => {
  it('is 0 for the document alone, 1 with what it names, 2 with what its scripts ask for', () => {
    const depth = (...all: readonly Asked[]) => deepest(steps(all))?.depth
    expect(depth(PAGE)).toBe(0)
    expect(depth(PAGE, SCRIPT)).toBe(1)
    expect(depth(PAGE, SCRIPT, asked('/api', 'data', 3, 4, '/app.js'))).toBe(2)
  })

  it('counts data that was requested after other data had arrived as if it had waited for that', () => {
    const [me, tasks] = [asked('/me', 'data', 3, 4, '/app.js'), asked('/tasks', 'data', 4.1, 5, '/app.js')]
    const last = deepest(steps([tasks, SCRIPT, me, PAGE]))
    expect([last?.depth, chainTo(last)]).toEqual([3, '/ → /app.js → /me → /tasks'])
  })

  it('is no deeper for data that is asked for at the same time', () => {
    const both = ['/one', '/two'].map((path) => asked(path, 'data', 3, 4, '/app.js'))
    expect(deepest(steps([PAGE, SCRIPT, ...both]))?.depth).toBe(2)
  })

  it('is no deeper for data that a script requested before it got any answer', () => {
    const paths = ['/one', '/two', '/three']
    const all = [asked('/one', 'data', 3, 4), asked('/two', 'data', 4.1, 5), asked('/three', 'data', 5.1, 6)]
    const depths = (calls: readonly (readonly [number, number?])[]) => {
      const fetched = calls.map(([called, told], index) => ({
        url: origin + paths[index],
        called,
        ...(told && { told }),
      }))
      return steps([PAGE, ...withCalls(all, fetched)]).map(({ depth }) => depth)
    }
    expect(depths([[0, 3], [1, 4], [2]])).toEqual([0, 1, 1, 1])
    expect(depths([[0, 2], [1, 4], [3]])).toEqual([0, 1, 1, 2])
    expect(depths([[0, 1], [2, 3], [4]])).toEqual([0, 1, 2, 3])
    expect(depths([]), 'where the page could not tell').toEqual([0, 1, 2, 3])
  })

  it('grows by one with each redirect, and with each script that fetches the next', () => {
    const page = asked('/login', 'document', 1.2, 2)
    const [first, second] = [asked('/a.js', 'other', 3, 4, '/login'), asked('/b.js', 'other', 5, 6, '/a.js', '/login')]
    expect(steps([PAGE, page, first, second]).map(({ depth }) => depth)).toEqual([0, 1, 2, 3])
  })

  it('does not count what begins after the page can be used', () => {
    const late = asked('/stream', 'data', 9, 10, '/app.js')
    expect(until([PAGE, SCRIPT, late], 8999)).toEqual([PAGE, SCRIPT])
    expect(until([PAGE, SCRIPT, late], 9000)).toHaveLength(3)
  })
})

describe('a page', () => {
  it('can be used when its content is there, a control reacts and no long task is running', () => {
    expect(usable({ content: 300, reacted: 200, tasks: [] })).toBe(300)
    expect(usable({ content: 300, reacted: 400, tasks: [] })).toBe(400)
    expect(usable({ content: 300, reacted: 400, tasks: [{ start: 390, duration: 160 }] })).toBe(550)
    expect(usable({ content: 300, reacted: 400, tasks: [{ start: 410, duration: 160 }] })).toBe(400)
    expect(usable({ tasks: [] })).toBeNaN()
  })
})
