// Answers 404 in JSON at addresses below a machine prefix that have no row. A person who asks for HTML gets Next's page instead.
import type { Handler } from '#lib/http/handler.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'

export const nothingHere: Handler = () =>
  respondJson(404, { error: 'not_found', error_description: 'There is nothing at this address.' }, NO_STORE)
