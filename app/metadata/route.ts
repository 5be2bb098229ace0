// CapabilityStatement at the base address itself (FHIR R4 http.html#capabilities, conformance E1).
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
