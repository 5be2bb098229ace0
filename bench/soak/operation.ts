// One operation of a client in the mix.
import type { Connection } from '../connection.ts'

/** Rejects if an answer is not the expected one. */
export type Operation = (connection: Connection, turn: number) => Promise<void>
