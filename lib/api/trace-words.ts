// The words of a trace.

/**
 * The state of a trace. `opened`: the app has the tokens of its launch. `answered`: successful calls outside of a
 * launch. `cancelled`: the person cancelled the sign-in, which refused nobody. `fault`: the server itself failed.
 * `abandoned`: what it waited for did not come in the time that it had.
 */
export const TRACE_OUTCOMES = ['under_way', 'opened', 'answered', 'refused', 'cancelled', 'fault', 'abandoned'] as const

/**
 * `alone`: only this request, with fresh tokens. `up_to`: a new launch up to this request, which uses single-use
 * values.
 */
export const AGAIN_MODES = ['alone', 'up_to'] as const
