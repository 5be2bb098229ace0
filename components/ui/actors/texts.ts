// Texts: the task of each of the five peers.
import type { Actor } from '#lib/i18n/actors.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

type ActorTexts = Readonly<Record<Actor, string>>

export const actorTexts: Catalogue<ActorTexts> = {
  en: {
    portal: 'signs a launch token for one person and one task, and hands it to the app',
    app: 'receives the launch, exchanges the code in its back-end and opens the task',
    oauth: 'checks the launch token, the app and the person, and issues tokens',
    idp: 'knows the accounts and lets people sign in',
    fhir: 'keeps the records: apps read, search and change them as their role allows',
  },
  nl: {
    portal: 'ondertekent een launch-token voor één persoon en één taak, en geeft dat aan de app',
    app: 'ontvangt de launch, wisselt de code in zijn back-end in en opent de taak',
    oauth: 'controleert het launch-token, de app en de persoon, en geeft tokens uit',
    idp: 'kent de accounts en laat mensen inloggen',
    fhir: 'bewaart de dossiers: apps lezen, zoeken en wijzigen ze, zoals hun rol toelaat',
  },
}
