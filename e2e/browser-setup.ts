// Before all browser tests: sees to a browser, so that `npx playwright test` needs no command before it.
import { execFileSync } from 'node:child_process'

/** Installs one where there is none; throws when none can be had. */
export default function seeToBrowser(): void {
  execFileSync(process.execPath, ['scripts/browser.mjs'], { stdio: 'inherit' })
}
