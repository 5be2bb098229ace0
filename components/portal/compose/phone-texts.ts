// Texts of the code that opens a launch on a phone, loaded with it.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  phoneText: 'Scan the code. It opens this launch once.',
  phoneLocal:
    'A phone cannot reach this domain, because it runs at localhost, on this machine. Start it with a PUBLIC_URL that the phone can open. A browser on this machine can open the code once.',
  phoneLeft: (time: string) => `Valid for another ${time}`,
  phoneOver: 'This code has expired.',
  phoneAgain: 'Make a new code',
  qr: 'QR code of the launch',
}

const nl: typeof en = {
  phoneText: 'Scan de code. Die opent deze launch één keer.',
  phoneLocal:
    'Een telefoon kan niet bij dit domein, want het draait op localhost, op deze machine. Start het met een PUBLIC_URL die de telefoon kan openen. Een browser op deze machine kan de code wel openen, één keer.',
  phoneLeft: (time) => `Nog ${time} geldig`,
  phoneOver: 'Deze code is verlopen.',
  phoneAgain: 'Nieuwe code maken',
  qr: 'QR-code van de launch',
}

export const phoneTexts: Catalogue<typeof en> = { en, nl }
