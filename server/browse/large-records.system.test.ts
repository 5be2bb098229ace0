// Records with values of many megabytes at /browse: small answers, and nobody else waits for them.
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type LeftOut, leftOutOf } from '#lib/fhir/long-strings.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'
import { longestTurn } from '../testing/turns.ts'

const MEBIBYTE = 2 ** 20
const DATA = Buffer.alloc(9 * MEBIBYTE, 'a page of a document').toString('base64')
const TEXT = 'a line of a long text. '.repeat(MEBIBYTE / 23)
/** A turn of the loop, in milliseconds of work; they take 40, and what is asked here took 2,400. */
const LONGEST_TURN_MS = 1000
/** An answer, in bytes: some times what a record of this kind has beside its long value. */
const LONGEST_ANSWER = 64 * 1024

const RECORDS: readonly { readonly resourceType: string; readonly id: string; readonly [member: string]: unknown }[] = [
  ...Array.from({ length: 10 }, (_, at) => ({
    resourceType: 'Binary',
    id: `large-${at}`,
    contentType: 'application/pdf',
    data: DATA,
  })),
  {
    resourceType: 'DocumentReference',
    id: 'large',
    status: 'current',
    content: [{ attachment: { contentType: 'image/tiff', title: 'A scan', data: DATA } }],
  },
  {
    resourceType: 'Patient',
    id: 'wordy',
    active: true,
    text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${TEXT}</div>` },
  },
]

interface Page {
  readonly entry: readonly { readonly resource: { readonly id: string } }[]
  readonly link: readonly { readonly relation: string; readonly url: string }[]
}

interface Answer {
  readonly status: number
  readonly length: number
  readonly text: string
  /** The longest turn of the loop meanwhile, in milliseconds. */
  readonly turn: number
}

/** A domain with large records, and the answers to a reader of them. */
async function reading() {
  const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
  const here = await runningDomain({ RESOURCE_TYPES: '*' }, undefined, { viewer })
  for (const record of RECORDS) await here.domain.resources.write([toWrite(record as never)], Date.now())
  const ask = (path: string) => answerOf(here, path)
  return { ...here, ask, read: (path: string, more = '&long=left-out') => ask(`${addressOf(here, path)}${more}`) }
}

const addressOf = ({ url }: RunningDomain, path: string) =>
  `/browse/api/fhir?${new URLSearchParams({ url: `${url}/fhir/DEFAULT/${path}` })}`

/** Asks without work of its own: of a long answer it keeps the beginning. */
async function answerOf(here: RunningDomain, path: string): Promise<Answer> {
  let answer: Omit<Answer, 'turn'> | undefined
  const turn = await longestTurn(async () => {
    answer = await beginningOf(here, path)
  })
  if (!answer) throw new Error(`No answer at ${path}.`)
  return { ...answer, turn }
}

const beginningOf = ({ url }: RunningDomain, path: string): Promise<Omit<Answer, 'turn'>> =>
  new Promise((resolve, reject) => {
    request(url + path, (incoming) => {
      let [length, text] = [0, '']
      incoming.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (text.length < LONGEST_ANSWER) text += chunk
      })
      incoming.once('end', () => {
        resolve({ status: incoming.statusCode ?? 0, length, text })
      })
    })
      .once('error', reject)
      .end()
  })

const shownIn = ({ text }: Answer): readonly LeftOut[] => leftOutOf(JSON.parse(text))

describe('a record with a long value at /browse', () => {
  it('P6 shows the kind and length in place of the value, without blocking other requests', async () => {
    const { read } = await reading()
    await read('Patient/marijke-jansen')
    const shown = [
      ['Binary/large-1', 'Binary.data', 'application/pdf'],
      ['Binary/large-2/_history/1', 'Binary.data', 'application/pdf'],
      ['DocumentReference/large', 'DocumentReference.content[0].attachment.data', 'image/tiff'],
      ['Patient/wordy', 'Patient.text.div', undefined],
    ] as const
    for (const [path, place, contentType] of shown) {
      const answer = await read(path)
      expect([answer.status, answer.length < LONGEST_ANSWER], path).toEqual([200, true])
      expect(shownIn(answer)).toEqual([
        { path: place, contentType, characters: expect.any(Number), isData: place.endsWith('data') },
      ])
      expect(answer.turn, path).toBeLessThan(LONGEST_TURN_MS)
    }
  })

  it('P6 is distinguished from another version by a digest, and loaded whole on request', async () => {
    const { domain, read } = await reading()
    const changed = { ...RECORDS[0], id: 'large-0', data: DATA.replace(/^..../, 'AAAA') }
    await domain.resources.write([toWrite(changed as never)], Date.now())
    const history = await read('Binary/large-0/_history?_count=20')
    expect([history.status, history.length < LONGEST_ANSWER, history.turn < LONGEST_TURN_MS]).toEqual([200, true, true])
    const versions = await Promise.all([1, 2].map((version) => read(`Binary/large-0/_history/${version}`)))
    const values = versions.map(({ text }) => JSON.parse(text).data)
    expect(values[0]).not.toBe(values[1])
    expect(history.text).toContain(values[1])
    const whole = await read('Binary/large-0', '')
    expect([whole.status, whole.length > DATA.length]).toEqual([200, true])
  })

  it('P6 appears in a list that puts the next records on another page when one is full', async () => {
    const { ask, read } = await reading()
    const seen: string[] = []
    let page = await read('Binary?_count=10&_sort=_id')
    for (let pages = 0; pages < RECORDS.length; pages += 1) {
      expect([page.status, page.length < LONGEST_ANSWER]).toEqual([200, true])
      expect(page.turn).toBeLessThan(LONGEST_TURN_MS)
      const { entry, link } = JSON.parse(page.text) as Page
      seen.push(...entry.map(({ resource }) => resource.id))
      const next = link.find(({ relation }) => relation === 'next')?.url
      if (next === undefined) break
      page = await ask(`/browse/api/fhir?${new URLSearchParams({ url: next, long: 'left-out' })}`)
    }
    expect(seen).toEqual(Array.from({ length: 10 }, (_, at) => `large-${at}`))
  })
})
