// What the receiving app reads for the browser at the FHIR base of its launch.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ launch }) => launch.fhir)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
