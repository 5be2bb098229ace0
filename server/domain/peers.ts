// The peers of a domain, by name; the table of addresses takes its handlers from them.
import type { Handler } from '#lib/http/handler.ts'
import type { OwnAccountApi } from '../account/account.ts'
import type { Admin } from '../admin/admin.ts'
import type { Browse } from '../browse/browse.ts'
import type { Connect } from '../connect/connect.ts'
import type { Fhir } from '../fhir/fhir.ts'
import type { FhirConsole } from '../fhir-console/fhir-console.ts'
import type { Find } from '../find/find.ts'
import type { Idp } from '../idp/idp.ts'
import type { Launch } from '../launch/launch.ts'
import type { Oauth } from '../oauth/oauth.ts'
import type { Openapi } from '../openapi/openapi.ts'
import type { Ops } from '../ops/ops.ts'
import type { Portal } from '../portal/portal.ts'
import type { Receiver } from '../receiver/receiver.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Traces } from '../traces/traces.ts'

export interface Peers {
  readonly oauth: Oauth
  readonly fhir: Fhir
  readonly idp: Idp
  readonly portal: Portal
  /** POST of a logout token by the identity provider: ends sessions of the portal and the console. */
  readonly portalLogout: Handler
  /** The sleep diary. */
  readonly launch: Launch
  /** The energy check, the second demo app. */
  readonly energy: Launch
  readonly browse: Browse
  readonly admin: Admin
  readonly account: OwnAccountApi
  readonly connect: Connect
  readonly openapi: Openapi
  readonly traces: Traces
  readonly subscriptions: Subscriptions
  readonly receiver: Receiver
  readonly fhirConsole: FhirConsole
  readonly find: Find
  readonly ops: Ops
}
