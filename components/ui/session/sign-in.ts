// Starts a log-in at the identity provider.

/** `login` demands a new log-in; `create` asks for a new account (Initiating User Registration via OpenID Connect 1.0). */
export type Prompt = 'login' | 'create'

/**
 * Navigates to the identity provider; next-auth starts it by a POST with its anti-forgery token, and its script is
 * loaded on demand. `backTo` is the path to return to, by default the current page with its query. With `prompt` login
 * the provider asks for a new log-in, regardless of its session; `loginHint` is the user name of the person to log in
 * (OpenID Connect Core §3.1.2.1), whom the demo's own provider does not ask for a password.
 */
export async function signInAtIdp(
  backTo?: string,
  { prompt, loginHint }: { readonly prompt?: Prompt | undefined; readonly loginHint?: string | undefined } = {},
): Promise<void> {
  const callbackUrl = backTo ?? window.location.pathname + window.location.search
  const { signIn } = await import('next-auth/react')
  await signIn(
    'shared-idp',
    { callbackUrl },
    { ...(prompt && { prompt }), ...(loginHint && { login_hint: loginHint }) },
  )
}
