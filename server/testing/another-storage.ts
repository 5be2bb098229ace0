// The storage that another process has of the database of a domain.
import { onTestFinished } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import type { Domain } from '../domain/domain.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'

/** Closed with the test. */
export async function anotherStorage({ config, clock }: Pick<Domain, 'config' | 'clock'>): Promise<Storage> {
  const { storage } = await openStorage(config, { clock, random: systemRandom })
  onTestFinished(storage.close)
  return storage
}
