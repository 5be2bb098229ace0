// Commands that register an app or a portal from outside, one each.
import { CopyButton } from '#components/ui/copy/copy-button.tsx'
import layout from '#components/ui/page/page.module.css'
import classes from './connect-your-own.module.css'
import type { startTexts } from './texts.ts'

// Short lines: the cards are narrow.
const APP = `./bin/slipway app add \\
  --name "My app" --kind module \\
  --role reader --pem my-app.pem \\
  --redirect-uri https://my.app/callback \\
  --launch-url https://my.app/launch`
const PORTAL = `./bin/slipway app add \\
  --name "My portal" --kind platform \\
  --jwks-url https://my.portal/jwks`

export function ConnectYourOwn({ texts }: { readonly texts: (typeof startTexts)['en'] }) {
  return (
    <div className={classes.ways}>
      <Way title={texts.connectApp} text={texts.connectAppText} command={APP} />
      <Way title={texts.connectPortal} text={texts.connectPortalText} command={PORTAL} />
      <p className={layout.quiet}>
        {texts.inBrowser} <a href="/connect">{texts.guided}</a>
      </p>
      <p className={layout.quiet}>
        {texts.asPortal} <a href="/docs/how-to/connect-your-portal">{texts.portalGuide}</a>
      </p>
      <p className={layout.quiet}>
        {texts.moreCommands} <code>./bin/slipway --help</code>
      </p>
      <p className={layout.quiet}>
        {texts.inConsole} <a href="/admin">{texts.console}</a>
      </p>
    </div>
  )
}

interface WayProps {
  readonly title: string
  readonly text: string
  readonly command: string
}

function Way({ title, text, command }: WayProps) {
  return (
    <div className={layout.card}>
      <h3>{title}</h3>
      <p>{text}</p>
      <div className={layout.codeBox}>
        <pre>{command}</pre>
        <CopyButton value={command} label={title} />
      </div>
    </div>
  )
}
