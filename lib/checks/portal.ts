// Texts of the checks that the portal runs before it signs a launch token.
import type { CheckEntry } from './check-text.ts'

export const PORTAL_CHECKS = {
  'portal.person': {
    source: 'HTI 2.0, “sub”',
    en: {
      expected: 'a person who is signed in to the portal, or chosen in the demo.',
      meaning: 'The portal does not know who opens the task.',
      causes: ['The session of the portal is over.', 'The account belongs to no person of the domain.'],
      mend: 'Sign in to the portal and open the task again.',
    },
    nl: {
      expected: 'iemand die op het portaal is ingelogd, of in de demo is gekozen.',
      meaning: 'Het portaal weet niet wie de taak opent.',
      causes: ['De sessie van het portaal is voorbij.', 'Het account hoort bij geen persoon van het domein.'],
      mend: 'Log in op het portaal en open de taak opnieuw.',
    },
  },
  'portal.task': {
    source: 'HTI 2.0, “resource”',
    en: {
      expected: 'a task that exists and that this person may open.',
      meaning: 'The task is not there, or is not for this person.',
      causes: ['The task was deleted.', 'The person has no care relation with the patient of the task.'],
      mend: 'Open a task from the list that the portal shows to this person.',
    },
    nl: {
      expected: 'een taak die bestaat en die deze persoon mag openen.',
      meaning: 'De taak is er niet, of is niet voor deze persoon.',
      causes: ['De taak is verwijderd.', 'De persoon heeft geen zorgrelatie met de patiënt van de taak.'],
      mend: 'Open een taak uit de lijst die het portaal aan deze persoon laat zien.',
    },
  },
  'portal.target': {
    source: 'HTI 2.0, “definition”; Koppeltaal, endpoint and resource-origin',
    en: {
      expected: 'an active activity of a registered app, with an endpoint at an address of that app.',
      meaning: 'The portal cannot tell which app opens the task, or at which address.',
      causes: [
        'The task names no ActivityDefinition, or one that is retired.',
        'The ActivityDefinition has no endpoint that is active and has an https address.',
        'The origin of the address is not registered for the app: neither its launch URL nor a redirect URI has it.',
        'The ActivityDefinition has no resource-origin, so aud cannot be set.',
      ],
      mend: 'Give the task an active ActivityDefinition with an Endpoint and a resource-origin Device.',
    },
    nl: {
      expected: 'een actieve activiteit van een geregistreerde app, met een endpoint op een adres van die app.',
      meaning: 'Het portaal kan niet zeggen welke app de taak opent, of op welk adres.',
      causes: [
        'De taak noemt geen ActivityDefinition, of een die is ingetrokken.',
        'De ActivityDefinition heeft geen actief endpoint met een https-adres.',
        'De origin van het adres is niet voor de app geregistreerd: de launch-URL en de redirect-URI’s hebben een andere.',
        'De ActivityDefinition heeft geen resource-origin, dus aud is niet te zetten.',
      ],
      mend: 'Geef de taak een actieve ActivityDefinition met een Endpoint en een resource-origin-Device.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
