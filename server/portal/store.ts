// The storage port of the portal, implemented in server/storage/records/task-messages.ts.

/** What a practitioner says with a task. */
export interface TaskMessage {
  /** The value of the portal's identifier of the Task. */
  readonly key: string
  /** The practitioner, as a reference. */
  readonly author: string
  readonly text: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** The messages of tasks. Expired ones are never given. */
export interface MessageStore {
  /** Stores a message, or another one of the same author; false where the task has one of somebody else. One statement decides. */
  readonly keep: (message: TaskMessage, now: number) => Promise<boolean>
  /** Removes the message of an author. */
  readonly forget: (key: string, author: string) => Promise<void>
  /** The messages of tasks, by key. */
  readonly find: (
    keys: readonly string[],
    now: number,
  ) => Promise<ReadonlyMap<string, Pick<TaskMessage, 'author' | 'text'>>>
}
