// What is withdrawn from a database that was put back to an earlier moment: it does not know what was used or ended after it
// (conformance ACG-15, LTK-07, AST-12). One code for both engines.

/** The statements; `never` is the time of a lease that has ended, as the engine writes it. Versions that were notified of stay so. */
export const withdrawing = (never: string): readonly string[] => [
  'DELETE FROM authorization_code WHERE "usedAt" IS NULL',
  ...[
    'authorize_transaction',
    'idp_code',
    'idp_interaction',
    'idp_session',
    'portal_session',
    'password_link',
    'app_session',
    'api_token',
    'trace_share',
    'pending_launch',
    'composed_launch',
    'resource_event',
  ].map((table) => `DELETE FROM ${table}`),
  'DELETE FROM subscription_event WHERE number > (SELECT done FROM subscription_state WHERE id = "subscriptionId")',
  'UPDATE subscription_state SET done = number, "sendingTo" = NULL',
  `UPDATE subscription_dispatch SET holder = '', until = ${never}`,
]
