// Refusals of writes, as the rows about writes have them: an OperationOutcome that names the element.
import { expect } from 'vitest'
import { expectOutcome } from '../../testing/fhir-server.ts'

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
