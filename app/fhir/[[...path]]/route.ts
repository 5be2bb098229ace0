// Everything below both FHIR bases: one catch-all, so that unknown paths and methods get an OperationOutcome too.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ fhir }) => fhir.handle)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
