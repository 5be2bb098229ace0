/** Whether a Node runs Slipway as it is, by its `process.versions`. */
export function isSupported(versions: { readonly napi?: string }): boolean

/** The Node to run on, fetched where it is not there yet. Throws an Error of one sentence where none can be had. */
export function nodeRuntime(options: {
  readonly platform?: string
  readonly packages?: Readonly<Record<string, { readonly spec: string; readonly integrity: string }>>
  readonly folders?: readonly string[]
  readonly say: (sentence: string) => void
}): { readonly program: string; readonly version: string }
