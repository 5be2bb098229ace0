// The way to the identity provider and back.

/** `login` asks who it is; `create` for a new account (Initiating User Registration via OpenID Connect 1.0). */
export type Prompt = 'login' | 'create'

/**
 * Leaves for the identity provider; next-auth starts it by a POST with its anti-forgery token, and its script is fetched
 * when somebody needs it. `callbackUrl` is the path to come back to. With `prompt` login the provider asks who it is,
 * whoever it has logged in (OpenID Connect Core §3.1.2.1).
 */
export async function signInAtIdp(callbackUrl: string, { prompt }: { readonly prompt?: Prompt } = {}): Promise<void> {
  const { signIn } = await import('next-auth/react')
  await signIn('shared-idp', { callbackUrl }, prompt ? { prompt } : {})
}
