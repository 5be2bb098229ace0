// What is read of a source before a line of it has an end.
import { describe, expect, it } from 'vitest'
import { textsOf } from './import-source.ts'

const MIB = 1024 * 1024
/** A line may have 256 MiB. */
const LONG = 300

describe('a source of an import', () => {
  it.each(['x.ndjson', 'x.json'])('LIM-41 says of %s that a line is too long as soon as it is', async (name) => {
    let read = 0
    function* content() {
      for (; read < LONG; read += 1) yield Buffer.alloc(MIB, 'x')
      yield Buffer.from('\n{}\n')
    }
    const texts = textsOf({ name, content: content() })
    expect((await texts.next()).value).toEqual({ line: 1, problem: expect.stringMatching(/longer than/) })
    expect(read).toBeLessThan(260)
    const rest: unknown[] = []
    for await (const text of texts) rest.push(text)
    expect(rest).toMatchObject(name === 'x.ndjson' ? [{ line: 2, text: '{}' }] : [])
  })
})
