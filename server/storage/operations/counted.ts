// What metrics count, by statements that both engines know.

/** Tables whose rows are counted. Each is either bounded or counted without reading its rows. */
export const COUNTED: Readonly<Record<string, string>> = {
  snapshots: 'SELECT count(*) FROM search_snapshot',
  traces: 'SELECT count(*) FROM trace',
  audit_events: 'SELECT coalesce(max(position), 0) FROM audit_link',
  authorization_codes: 'SELECT count(*) FROM authorization_code',
  used_ids: 'SELECT count(*) FROM used_jti',
  resources: 'SELECT coalesce(sum(count), 0) FROM resource_count',
  accounts: 'SELECT count(*) FROM account',
  apps: 'SELECT count(*) FROM client',
}
