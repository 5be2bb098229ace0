// Texts of the five peers: their names and their work.
import type { Actor } from '#lib/html/page.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

type ActorTexts = Readonly<Record<Actor, { readonly name: string; readonly does: string }>>

export const actorTexts: Catalogue<ActorTexts> = {
  en: {
    portal: { name: 'Portal', does: 'signs a launch token for one person and one task, and hands it to the app' },
    app: { name: 'App', does: 'receives the launch, exchanges the code in its back-end and opens the task' },
    oauth: { name: 'Authorization server', does: 'checks the launch token, the app and the person, and issues tokens' },
    idp: { name: 'Identity provider', does: 'knows the accounts and lets people log in' },
    fhir: { name: 'FHIR API', does: 'keeps the records: apps read, search and change them as their role allows' },
  },
  nl: {
    portal: {
      name: 'Portaal',
      does: 'ondertekent een launch-token voor één persoon en één taak, en geeft dat aan de app',
    },
    app: { name: 'App', does: 'ontvangt de launch, wisselt de code in zijn back-end in en opent de taak' },
    oauth: { name: 'Autorisatieserver', does: 'toetst het launch-token, de app en de persoon, en geeft tokens uit' },
    idp: { name: 'Identiteitsprovider', does: 'kent de accounts en laat mensen inloggen' },
    fhir: { name: 'FHIR-API', does: 'bewaart de dossiers: apps lezen, zoeken en wijzigen ze, zoals hun rol toelaat' },
  },
}
