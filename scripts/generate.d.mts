/** Makes the Prisma client, unless it is newer than the schema. */
export function generate(): void
