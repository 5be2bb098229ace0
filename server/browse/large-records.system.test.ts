// Records with values of many megabytes at /browse: small answers, and nobody else waits for them.
import { request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { type LeftOut, leftOutOf } from '#lib/fhir/left-out.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'

const MEBIBYTE = 2 ** 20
const DATA = Buffer.alloc(9 * MEBIBYTE, 'a page of a document').toString('base64')
const TEXT = 'a line of a long text. '.repeat(MEBIBYTE / 23)
/** A turn of the loop, in milliseconds; what is asked here took 2,400. Half of it is for a machine with other work. */
const LONGEST_TURN_MS = 200
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
async function answerOf({ url }: RunningDomain, path: string): Promise<Answer> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  return new Promise((resolve, reject) => {
    request(url + path, (incoming) => {
      let [length, text] = [0, '']
      incoming.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (text.length < LONGEST_ANSWER) text += chunk
      })
      incoming.once('end', () => {
        delay.disable()
        resolve({ status: incoming.statusCode ?? 0, length, text, turn: delay.max / 1e6 })
      })
    })
      .once('error', reject)
      .end()
  })
}

const shownIn = ({ text }: Answer): readonly LeftOut[] => leftOutOf(JSON.parse(text))

describe('a record with a long value at /browse', () => {
  it('P6 is shown with its kind and length in place of the value, while everybody else goes on', async () => {
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
})
