// Texts of the fields for logout tokens.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  logoutUri: 'Back-channel logout URI',
  logoutUriHint: 'Optional: where your app gets a logout token when somebody signs out (backchannel_logout_uri).',
  sessionRequired: 'The logout token must name the session (backchannel_logout_session_required)',
}

const nl: typeof en = {
  logoutUri: 'URI voor uitloggen (back-channel)',
  logoutUriHint: 'Niet verplicht: waar je app een logout token krijgt als iemand uitlogt (backchannel_logout_uri).',
  sessionRequired: 'Het logout token moet de sessie noemen (backchannel_logout_session_required)',
}

export const logoutTexts: Catalogue<typeof en> = { en, nl }
