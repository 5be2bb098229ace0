// Texts of one event of the audit log.
import type { Catalogue } from '#lib/i18n/language.ts'
import type { EventName } from './texts.ts'

const en = {
  meanings: {
    launch: 'A portal launched an app for a person, and the person was sent to sign in.',
    login: 'A person signed in, or tried to.',
    decision: 'It was decided whether the person who signed in is the person of the launch.',
    token: 'An app asked for a token.',
    introspection: 'An app asked whether a token is valid.',
    'code-misuse': 'A code was used again, or by an app that it was not issued to.',
    logout: 'A person ended a session.',
    read: 'Records were read or searched for.',
    write: 'A record was created, changed or deleted, or somebody tried to.',
    view: 'Somebody looked at what the domain knows of others: a trace, or this log.',
    change: 'Something of the domain itself was changed, or somebody tried to.',
    recording: 'Events before this one could not be recorded.',
    transmit: 'An app was notified of a change, or could not be; or somebody sent a test to its receiver.',
    restoration: 'The domain was restored from a backup.',
  } satisfies Readonly<Record<EventName, string>>,
  recorded: 'Recorded',
  period: 'From and to',
  site: 'Where',
  described: 'As recorded',
  howMany: 'How many',
  traces: 'Trace id',
  allOfIt: 'All events of this trace',
  toTrace: 'Its trace, check by check',
  traceMayBeGone: (days: number) =>
    `It may have been deleted: a trace is kept for ${days} days after its last request, the audit log for longer.`,
  requests: 'Request id',
  correlations: 'Correlation id',
  id: 'AuditEvent',
  things: 'What it is about',
  searched: 'searched for',
  asFhir: 'As FHIR',
  toList: 'To the audit log',
}

const nl: typeof en = {
  meanings: {
    launch: 'Een portaal opende een app voor iemand, en die werd gevraagd in te loggen.',
    login: 'Iemand logde in, of probeerde dat.',
    decision: 'Er werd besloten of wie inlogde de persoon van de launch is.',
    token: 'Een app vroeg om een token.',
    introspection: 'Een app vroeg of een token geldig is.',
    'code-misuse': 'Een code werd nog eens gebruikt, of door een app waar die niet voor was.',
    logout: 'Iemand beëindigde een sessie.',
    read: 'Er zijn dossiers gelezen of gezocht.',
    write: 'Er is een dossier gemaakt, gewijzigd of verwijderd, of iemand probeerde dat.',
    view: 'Iemand bekeek wat het domein van anderen weet: een trace, of dit logboek.',
    change: 'Er is iets van het domein zelf gewijzigd, of iemand probeerde dat.',
    recording: 'Gebeurtenissen vóór deze konden niet vastgelegd worden.',
    transmit:
      'Een app kreeg een melding van een wijziging, of was niet te bereiken; of iemand stuurde een test naar de ontvanger.',
    restoration: 'Het domein werd hersteld uit een back-up.',
  },
  recorded: 'Vastgelegd',
  period: 'Van en tot',
  site: 'Waar',
  described: 'Zoals vastgelegd',
  howMany: 'Hoeveel',
  traces: 'Trace-id',
  allOfIt: 'Alle gebeurtenissen van deze trace',
  toTrace: 'De trace, controle voor controle',
  traceMayBeGone: (days) =>
    `Die kan verwijderd zijn: een trace blijft ${days} dagen na het laatste verzoek bewaard, het auditlogboek langer.`,
  requests: 'Verzoek-id',
  correlations: 'Correlatie-id',
  id: 'AuditEvent',
  things: 'Waar het over gaat',
  searched: 'gezocht naar',
  asFhir: 'Als FHIR',
  toList: 'Naar het auditlogboek',
}

export const auditEventTexts: Catalogue<typeof en> = { en, nl }
