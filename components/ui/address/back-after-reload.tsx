// Makes Back and Forward work to states from before a reload. For these, Next's router asks the server, takes the
// answer for a page other than the one it remembers, asks again, and misses every address change in between: the page
// would never change again.

/** Entries that this document showed go to the router; an older one is loaded like a page that is opened. */
const SCRIPT = `(function () {
  var navigation = window.navigation
  if (!navigation || !navigation.currentEntry) return
  var shown = new Set([navigation.currentEntry.key])
  navigation.addEventListener('currententrychange', function (change) {
    if (change.navigationType !== 'traverse') shown.add(navigation.currentEntry.key)
  })
  window.addEventListener('popstate', function (event) {
    if (shown.has(navigation.currentEntry.key)) return
    event.stopImmediatePropagation()
    window.location.reload()
  }, true)
})()`

/** For the head of the document, before the router listens; `nonce` as the page's policy has it. */
export const BackAfterReloadScript = ({ nonce }: { readonly nonce: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, whose quotes React would escape
  <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
)
