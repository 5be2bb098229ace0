// The facts of a token request for its trace: every known parameter.
import type { Params } from '#lib/http/params.ts'
import type { FactList } from '#lib/trace/trace.ts'

export const formFacts = (form: Params): FactList => Object.fromEntries(form.entries)
