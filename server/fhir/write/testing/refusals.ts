// Refused writes, as the rows about writes have them: an OperationOutcome that names the element, and nothing stored.
import { expect } from 'vitest'
import { expectOutcome, type FhirServer } from '../../testing/fhir-server.ts'

type Issue = Awaited<ReturnType<typeof expectOutcome>>['issue'][number]

/** Asserts a refusal whose first issue is about the element `expression`, where one is given; all its issues. */
export async function expectRefused(
  response: Response,
  status: number,
  code: string,
  expression?: string,
): Promise<readonly Issue[]> {
  const { issue } = await expectOutcome(response, status, code)
  if (expression !== undefined) expect(issue[0]?.expression, JSON.stringify(issue)).toEqual([expression])
  return issue
}

/** The number of versions in the whole database, and of events that wait for subscriptions. Refusals are audited: that is no effect. */
export const storedIn = ({ database: { sql } }: Pick<FhirServer, 'database'>): string =>
  JSON.stringify(
    sql
      .prepare(
        "SELECT (SELECT count(*) FROM resource_version WHERE type <> 'AuditEvent'), (SELECT count(*) FROM resource_event)",
      )
      .raw()
      .get(),
  )

/** What `work` gives; fails the test where it stored anything. */
export async function withoutEffect<T>(server: Pick<FhirServer, 'database'>, work: () => Promise<T>): Promise<T> {
  const before = storedIn(server)
  const result = await work()
  expect(storedIn(server)).toBe(before)
  return result
}
