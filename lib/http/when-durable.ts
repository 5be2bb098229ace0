// Nobody is told of a change before it, and its audit event, are on the disk.
import type { Maybe } from '../async/maybe.ts'

/** Runs what answers, and holds the answer back until all that it wrote is on the disk. Refusals write and consume things, too. */
export async function whenDurable(
  { durable }: { readonly durable: () => Promise<void> },
  answer: () => Maybe<Response>,
): Promise<Response> {
  try {
    return await answer()
  } finally {
    await durable()
  }
}
