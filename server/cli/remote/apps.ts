// `app list` and `app add` at a domain elsewhere.
import type { AdminApp, AdminApps } from '#lib/api/admin.ts'
import { type AppOptions, keyTexts, printAdded, printApps } from '../app.ts'
import type { RemoteContext } from '../program/actions.ts'
import { APP, APPS } from './shapes.ts'

export async function listAppsThere({ remote, json }: RemoteContext): Promise<void> {
  const { items } = await remote.client.get<AdminApps>('/admin/api/apps', APPS)
  printApps(
    items.map(({ role, launchUrl, jwksUrl, jwks, ...app }) => ({
      ...app,
      roleName: role ?? undefined,
      launchUrl: launchUrl ?? undefined,
      jwksUrl: jwksUrl ?? undefined,
      jwks: jwks ?? undefined,
    })),
    json,
  )
}

/** The remote server decides whether it is complete, and records who added it. */
export async function addAppThere({ remote, json, calledFrom }: RemoteContext, options: AppOptions): Promise<void> {
  const { name, kind, clientId = '', redirectUri, launchUrl = '', role = '', anyTask, webhookOrigin, jwksUrl } = options
  const { jwks, pem } = keyTexts(options, calledFrom)
  const app = await remote.client.post<AdminApp>(
    '/admin/api/apps',
    {
      ...{ clientId, name, kind, redirectUris: redirectUri, launchUrl, role },
      ...(anyTask ? { anyTask } : {}),
      ...(webhookOrigin ? { webhookOrigins: webhookOrigin } : {}),
      ...(options.logoutUri ? { logoutUri: options.logoutUri } : {}),
      ...(options.logoutSessionRequired ? { logoutSessionRequired: true } : {}),
      keys: { jwksUrl, jwks, pem },
    },
    APP,
  )
  printAdded(app.clientId, json)
}
