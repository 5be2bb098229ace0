// One operation of a client in the mix.
import type { Connection } from '../connection.ts'

/** Rejects when an answer is not what it has to be. */
export type Operation = (connection: Connection, turn: number) => Promise<void>
