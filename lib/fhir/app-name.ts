// What an app is called in a language.
import type { Language } from '../i18n/language.ts'
import { deviceName } from './display-name.ts'
import { inLanguage } from './translation.ts'

/**
 * The translated name of an app's Device, where it has one; otherwise the name that it is registered by. Who gives an app another name
 * does so for every language: a Device that is called differently does not count.
 */
export function appNameIn(
  device: Readonly<Record<string, unknown>> | undefined,
  registered: string,
  language: Language,
): string {
  if (!device || deviceName(device) !== registered) return registered
  return deviceName(inLanguage(device, language)) ?? registered
}
