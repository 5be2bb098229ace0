// What the database refused, as Prisma names it (prisma.io/docs/orm/reference/error-reference).

const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** A row refers to one that is not there, or others refer to it. */
export const isForeignKeyViolation = (error: unknown): boolean => isRefusal(error, 'P2003')

/** Makes a row. Returns false if a unique index refuses it. */
export async function created(insert: PromiseLike<unknown>): Promise<boolean> {
  try {
    await insert
    return true
  } catch (error) {
    if (isRefusal(error, 'P2002')) return false
    throw error
  }
}
