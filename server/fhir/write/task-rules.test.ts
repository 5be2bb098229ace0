import { describe, expect, it } from 'vitest'
import { ENDPOINT, INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, type Json } from '../testing/fhir-server.ts'
import {
  batch,
  entriesOf,
  patching,
  putting,
  replacing,
  requesting,
  statusesOf,
  transaction,
} from './testing/bundles.ts'
import { ifMatch, type Stored, type Writer, type WriteServer, writeServer, writesBy } from './testing/writers.ts'

const STATUSES = [
  ...['draft', 'requested', 'received', 'accepted', 'rejected', 'ready', 'cancelled', 'in-progress', 'on-hold'],
  ...['failed', 'completed', 'entered-in-error'],
]

const FINAL = ['completed', 'cancelled', 'failed', 'rejected']

/** The table of steps, cell by cell: what may follow each status. */
const FOLLOWING: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  STATUSES.map((from) => [
    from,
    from === 'entered-in-error'
      ? [from]
      : FINAL.includes(from)
        ? [from, 'entered-in-error']
        : STATUSES.filter((to) => to !== 'draft' || from === 'draft'),
  ]),
)

/** A Task that does not claim KT2Task, which has fewer statuses. */
const plain = (server: WriteServer, more: Json = {}) => server.task({ meta: undefined, ...more })

const problem = async (response: Response) =>
  (await expectOutcome(response, 422, 'business-rule')).issue[0] as unknown as Json

describe('the status of a Task', () => {
  it.each(STATUSES)('TSK-01 TSK-02 TSK-03 goes from %s where the table says', async (from) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await plain(server, { status: from })
    for (const to of STATUSES) {
      const stored = await a.made(task)
      const change = () => a.put(`/Task/${stored.id}`, { ...stored, status: to, description: `to ${to}` }, ifMatch(1))
      if (FOLLOWING[from]?.includes(to)) expect([to, (await change()).status]).toEqual([to, 200])
      else {
        const { expression, diagnostics } = await problem(await server.changesNothing(change))
        expect([to, expression]).toEqual([to, ['Task.status']])
        expect(diagnostics).toMatch(new RegExp(`${from}.*${to}`))
      }
    }
  })

  /** Ways to send a Task back to ready. */
  const WAYS: readonly (readonly [string, (writer: Writer, stored: Stored) => Promise<Response>])[] = [
    ['PUT', (writer, stored) => writer.put(`/Task/${stored.id}`, { ...stored, status: 'ready' }, ifMatch(1))],
    ['a JSON Patch', (writer, { id }) => writer.patch(`/Task/${id}`, replacing('/status', 'ready'), ifMatch(1))],
    [
      'a FHIRPath Patch',
      (writer, { id }) =>
        writer.patch(`/Task/${id}`, fhirPathPatch, { ...ifMatch(1), 'content-type': 'application/fhir+json' }),
    ],
    [
      'a conditional update',
      (writer, stored) => writer.put(`/Task?_id=${stored.id}`, { ...stored, status: 'ready' }, ifMatch(1)),
    ],
    [
      'a conditional patch',
      (writer, { id }) => writer.patch(`/Task?_id=${id}`, replacing('/status', 'ready'), ifMatch(1)),
    ],
    ['a transaction', (writer, stored) => writer.post('', transaction(putting({ ...stored, status: 'ready' })))],
    [
      'a patch in a transaction',
      (writer, { id }) =>
        writer.post('', transaction(patching(`Task/${id}`, replacing('/status', 'ready'), { ifMatch: 'W/"1"' }))),
    ],
    [
      'a conditional update in a transaction',
      (writer, stored) =>
        writer.post(
          '',
          transaction(requesting('PUT', `Task?_id=${stored.id}`, { ...stored, status: 'ready' }, { ifMatch: 'W/"1"' })),
        ),
    ],
  ]

  const fhirPathPatch = {
    resourceType: 'Parameters',
    parameter: [
      {
        name: 'operation',
        part: [
          { name: 'type', valueCode: 'replace' },
          { name: 'path', valueString: 'Task.status' },
          { name: 'value', valueCode: 'ready' },
        ],
      },
    ],
  }

  it.each(WAYS)('TSK-04 VAL-01 is guarded the same against %s', async (_, send) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task({ status: 'completed' })
    const stored = await a.made(task)
    const { diagnostics, expression } = await problem(await server.changesNothing(() => send(a, stored)))
    expect(diagnostics).toBe('A Task cannot go from completed to ready.')
    expect(String(expression)).toMatch(/^(Task|Bundle\.entry\[0\]\.resource)\.status$/)
  })

  it('TSK-04 is guarded the same in a batch', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task({ status: 'completed' })
    const stored = await a.made(task)
    const response = await server.changesNothing(() => a.post('', batch(putting({ ...stored, status: 'ready' }))))
    const entries = await entriesOf(response, 'batch')
    expect(statusesOf(entries)).toEqual([422])
    expect(entries[0]?.response.outcome?.issue[0]).toMatchObject({ code: 'business-rule' })
  })

  it('TSK-01 a deletion does not make a final status forgotten', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task({ status: 'completed' })
    const stored = await a.made(task)
    expect((await a.delete(`/Task/${stored.id}`)).status).toBe(204)
    await problem(await a.put(`/Task/${stored.id}`, { ...stored, status: 'ready' }, ifMatch(2)))
    expect((await a.put(`/Task/${stored.id}`, stored, ifMatch(2))).status).toBe(201)
  })

  it('TSK-07 is not guarded where the domain says so', async () => {
    const guarded = await writeServer()
    const { rules } = guarded.writes
    const server = await writeServer(
      { writes: writesBy(guarded, { ...rules, guardedTasks: false }) },
      { beside: guarded },
    )
    const a = await server.as('A')
    const { task } = await server.task({ status: 'completed' })
    const stored = await a.made(task)
    expect((await a.put(`/Task/${stored.id}`, { ...stored, status: 'ready' }, ifMatch(1))).status).toBe(200)
  })
})

describe('what a Task is about', () => {
  it('TSK-05 does not change once it is no draft, whoever writes', async () => {
    const server = await writeServer()
    const [a, granted] = [await server.as('A'), await server.as('granted')]
    server.clients.set('granted', [
      { type: 'Task', operations: 'ru', origins: ['A'] },
      { type: 'Patient', operations: 'r' },
      { type: 'ActivityDefinition', operations: 'r' },
    ])
    const endpoint = await a.made(SMALLEST['Endpoint'] as Json)
    const activity = async () =>
      a.made({
        ...SMALLEST['ActivityDefinition'],
        extension: [
          {
            url: ENDPOINT,
            valueReference: { reference: `Endpoint/${endpoint.id}`, type: 'Endpoint' },
          },
        ],
      })
    const [one, two] = [await activity(), await activity()]
    const instance = ({ id }: Stored) => ({
      url: INSTANTIATES,
      valueReference: { reference: `ActivityDefinition/${id}`, type: 'ActivityDefinition' },
    })
    const { task } = await server.task({ extension: [instance(one)] })
    const other = await a.made(P0)
    const stored = await a.made(task)
    const another = { ...stored, for: { reference: `Patient/${other.id}`, type: 'Patient' } }
    const elsewhere = { ...stored, extension: [instance(two)] }
    for (const writer of [a, granted])
      await server.changesNothing(async () => {
        const put = (body: Json) => writer.put(`/Task/${stored.id}`, body, ifMatch(1))
        expect((await problem(await put(another)))['expression']).toEqual(['Task.for'])
        expect((await problem(await put(elsewhere)))['expression']).toEqual(['Task.extension'])
      })
    const draft = await a.made({ ...task, status: 'draft' })
    const moved = { ...another, id: draft.id, status: 'ready', extension: [instance(two)] }
    expect((await a.put(`/Task/${draft.id}`, moved, ifMatch(1))).status).toBe(200)
  })

  it.each<[string, Json, Json]>([
    ['an identifier', { for: { identifier: { value: '1' } } }, { for: { identifier: { value: '2' } } }],
    [
      'a contained resource',
      { for: { reference: '#p' }, contained: [{ resourceType: 'Patient', id: 'p', birthDate: '1980' }] },
      { contained: [{ resourceType: 'Patient', id: 'p', birthDate: '1990' }] },
    ],
    [
      'a URL elsewhere',
      { for: { reference: 'https://a.example/Patient/1' } },
      { for: { reference: 'https://a.example/Patient/2' } },
    ],
    ['an identifier in place of a reference', {}, { for: { identifier: { value: '2' } } }],
  ])('TSK-05 does not change where it is said by %s', async (_by, first, then) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await plain(server, first)
    const stored = await a.made(task)
    await server.changesNothing(async () =>
      expect(
        (await problem(await a.put(`/Task/${stored.id}`, { ...stored, ...then }, ifMatch(1))))['expression'],
      ).toEqual(['Task.for']),
    )
  })

  it('TSK-05 VAL-19 is the same by an absolute reference, and with a name beside it', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await plain(server)
    const stored = await a.made(task)
    const { reference } = stored['for'] as { readonly reference: string }
    const again = { reference: `http://localhost:3000/fhir/DEFAULT/${reference}`, display: 'Jan' }
    expect((await a.put(`/Task/${stored.id}`, { ...stored, for: again }, ifMatch(1))).status).toBe(200)
  })
})

describe('who may change a Task', () => {
  it('TSK-06 ORI-10 is whoever may update what its origin made, and nobody else', async () => {
    const server = await writeServer()
    const [a, b, granted] = [await server.as('A'), await server.as('B'), await server.as('granted')]
    const { task } = await server.task()
    const stored = await a.made(task)
    const step = (status: string, version: number) =>
      [`/Task/${stored.id}`, replacing('/status', status), ifMatch(version)] as const
    expect((await a.patch(...step('in-progress', 1))).status).toBe(200)
    const completed = await granted.patch(...step('completed', 2))
    expect(completed.status).toBe(200)
    expect(JSON.stringify(await completed.json())).toContain('"Device/A"')
    await server.changesNothing(async () => {
      await expectOutcome(await b.patch(...step('entered-in-error', 3)), 404, 'not-found')
      const nobody = await server.ask(`http://localhost:3000/fhir/Task/${stored.id}`, { method: 'PATCH' })
      await expectOutcome(nobody, 401, 'login')
    })
    expect((await a.patch(...step('entered-in-error', 3))).status).toBe(200)
  })
})
