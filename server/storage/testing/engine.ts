// The storage that tests run on: SQLite as it is or, with SLIPWAY_TEST_STORAGE=late (`npm run test:late`), answering late. Contracts of
// the storage also run on PostgreSQL, with SLIPWAY_TEST_ENGINE=postgres (`npm run test:postgres`).
import type { Storage } from '../storage.ts'
import { late } from './late.ts'

const IS_LATE = process.env['SLIPWAY_TEST_STORAGE'] === 'late'

export const IS_POSTGRES = process.env['SLIPWAY_TEST_ENGINE'] === 'postgres'

/** Told by the failure of a test that is to be run again with the same turns. */
const TURNS_SEED = Number(process.env['SLIPWAY_TEST_SEED'] ?? 1)

export const underTest = (storage: Storage): Storage => (IS_LATE ? late(storage, TURNS_SEED) : storage)
