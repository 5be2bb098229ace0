// For pages whose script is still loading: a button pressed meanwhile is pressed again once the script runs. A script
// that fails to load is reported, because no button works then.

/** The presses that the script in the head records. */
interface EarlyPresses {
  /**
   * Stops recording presses and reporting scripts, for which there are error pages now. Returns the last button
   * pressed, if any.
   */
  readonly stop: () => HTMLElement | undefined
}

declare global {
  interface Window {
    slipwayEarlyPresses?: EarlyPresses
  }
}

/** Forms with an address of their own are sent by the browser, which needs no script. */
const SCRIPT = `(function () {
  var pressed
  function keep(event) {
    var button = event.target.closest('button')
    if (!button || (button.type === 'submit' && button.form && button.form.hasAttribute('action'))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = button
  }
  var page = document.documentElement
  function tell(event) {
    if (event.target.tagName === 'SCRIPT') page.setAttribute('data-script-failed', '')
  }
  document.addEventListener('click', keep, true)
  window.addEventListener('error', tell, true)
  window.slipwayEarlyPresses = {
    stop: function () {
      document.removeEventListener('click', keep, true)
      window.removeEventListener('error', tell, true)
      page.removeAttribute('data-script-failed')
      return pressed
    },
  }
})()`

/** For the head of the document, before there is a button; `nonce` as the page's policy has it. */
export const EarlyPressScript = ({ nonce }: { readonly nonce: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, whose quotes React would escape
  <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
)

/** Returns the recorded button press, once; undefined when there was none. */
export function takeEarlyPress(): HTMLElement | undefined {
  const pressed = window.slipwayEarlyPresses?.stop()
  delete window.slipwayEarlyPresses
  return pressed
}
