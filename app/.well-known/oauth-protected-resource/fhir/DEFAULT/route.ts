// Protected resource metadata of the FHIR base /fhir/DEFAULT (RFC 9728 §3).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ fhir }) => fhir.protectedResourceMetadata)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
