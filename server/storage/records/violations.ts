// What the database refused. Prisma's code is another one for a raw statement; what its driver says is the same for both.

const refusal = (error: unknown): unknown =>
  member(member(member(member(error, 'meta'), 'driverAdapterError'), 'cause'), 'kind')

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** A row refers to one that is not there, or others refer to it. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  ['ForeignKeyConstraintViolation', 'RestrictViolation'].includes(String(refusal(error)))

/** Makes a row. Returns false if a unique index refuses it. */
export async function created(insert: PromiseLike<unknown>): Promise<boolean> {
  try {
    await insert
    return true
  } catch (error) {
    if (refusal(error) === 'UniqueConstraintViolation') return false
    throw error
  }
}
