// How the demo apps look: each has a name, a colour and a mark of its own, as apps of strangers have.
import type { Catalogue } from '#lib/i18n/language.ts'
import type { DemoAppName } from '#lib/launch/demo-paths.ts'

interface AppFace {
  readonly name: Catalogue<string>
  /** The ground of its mark, as `--app-mark` of face.module.css. */
  readonly colour: string
  /** The mark: what is drawn on a square of 32, as the data of paths. */
  readonly mark: readonly string[]
}

export const FACES: Readonly<Record<DemoAppName, AppFace>> = {
  // A moon with its star.
  sleep: {
    name: { en: 'Sleep diary', nl: 'Slaapdagboek' },
    colour: '#5f34b5',
    mark: [
      'M20.5 20.6A8 8 0 0 1 12.3 8.4a8.4 8.4 0 1 0 11 10.9 8 8 0 0 1-2.8 1.3Z',
      'm21.5 8 .9 2.1 2.1.9-2.1.9-.9 2.1-.9-2.1-2.1-.9 2.1-.9Z',
    ],
  },
  // A sun.
  energy: {
    name: { en: 'Energy check', nl: 'Energiecheck' },
    colour: '#9a4d00',
    mark: [
      'M16 11a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
      'M15 5h2v4h-2ZM15 23h2v4h-2ZM5 15h4v2H5ZM23 15h4v2h-4Z',
      'm7.5 8.9 1.4-1.4 2.8 2.8-1.4 1.4ZM20.3 21.7l1.4-1.4 2.8 2.8-1.4 1.4ZM23.1 7.5l1.4 1.4-2.8 2.8-1.4-1.4ZM10.3 20.3l1.4 1.4-2.8 2.8-1.4-1.4Z',
    ],
  },
}
