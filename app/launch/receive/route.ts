// Receives a launch (SMART App Launch 2.2, HTI 2.0): /launch with iss and launch is rewritten to here.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ launch }) => launch.receive)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
