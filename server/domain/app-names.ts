// What apps are called in a language: by their Device's translation, where it has one and is still called as registered. The demo's
// apps have one.
import { appNameIn } from '#lib/fhir/app-name.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { JsonObject } from '#lib/json.ts'
import type { Dependencies } from './ports.ts'

/** The name of an app; undefined for one that is not registered. */
export type AppNames = (clientId: string, language: Language) => Promise<string | undefined>

export const appNames =
  ({ clients, resources }: Pick<Dependencies, 'clients' | 'resources'>): AppNames =>
  async (clientId, language) => {
    const client = await clients.find(clientId)
    if (!client) return undefined
    const device = (await resources.readCurrent('Device', clientId))?.body
    return appNameIn(device === undefined ? undefined : (JSON.parse(device) as JsonObject), client.name, language)
  }
