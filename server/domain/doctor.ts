// The doctor of a running domain, for the console: the findings of `./bin/slipway doctor`, but for two. The check of the whole
// database file would keep every request waiting, and whether the public address leads here is told from elsewhere.
import type { Clock } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { AdminDeps } from '../admin/deps.ts'
import type { Config } from '../config/config.ts'
import { examineInside, examineOthers } from '../doctor/doctor.ts'
import { NO_IDENTITY } from '../doctor/domain.ts'
import { doctorTexts } from '../doctor/texts.ts'

interface DoctorParts {
  readonly config: Config
  readonly clock: Clock
  readonly fetch: Fetch
  /** As the authorization server fetches the keys of apps. */
  readonly fetchKeys: Fetch
}

/** In a language each is made once at a time, whoever asks meanwhile: an administrator who presses twice makes no more requests. */
export function domainDoctor({ config, clock, fetch, fetchKeys }: DoctorParts): AdminDeps['doctor'] {
  // Its settings are those that it runs with: there is nothing to compare them with.
  const examination = { config, env: process.env, identity: NO_IDENTITY, fetch, fetchKeys, now: clock }
  const said = (language: Language) => ({ ...examination, texts: doctorTexts[language] })
  return {
    inside: onceAtATime((language) => examineInside(said(language), () => [])),
    others: onceAtATime((language) => examineOthers(said(language), { isServed: true })),
  }
}

function onceAtATime<Result>(make: (language: Language) => Promise<Result>): (language: Language) => Promise<Result> {
  const underWay = new Map<Language, Promise<Result>>()
  return (language) => {
    const made = underWay.get(language) ?? make(language).finally(() => underWay.delete(language))
    underWay.set(language, made)
    return made
  }
}
