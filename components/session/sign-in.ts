// Starts a log-in at the identity provider.

/** `login` asks who it is; `create` for a new account (Initiating User Registration via OpenID Connect 1.0). */
export type Prompt = 'login' | 'create'

/**
 * Navigates to the identity provider; next-auth starts it by a POST with its anti-forgery token, and its script is loaded on
 * demand. `callbackUrl` is the path to come back to. With `prompt` login the provider asks for a new log-in, regardless of its
 * session (OpenID Connect Core §3.1.2.1).
 */
export async function signInAtIdp(callbackUrl: string, { prompt }: { readonly prompt?: Prompt } = {}): Promise<void> {
  const { signIn } = await import('next-auth/react')
  await signIn('shared-idp', { callbackUrl }, prompt ? { prompt } : {})
}
