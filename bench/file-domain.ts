// A domain whose database is a file, as everything here measures.
import type { Domain } from '#server/domain/domain.ts'

export type FileDomain = Domain & { readonly database: NonNullable<Domain['database']> }
