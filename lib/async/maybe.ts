// Values that are either available now or promised. An available value is processed synchronously: one promise per step of every
// answer costs more than the steps themselves.

/** A value that is there, or a promise of it. */
export type Maybe<T> = T | Promise<T>

/** Applies `next` as soon as the value is available: now, or when its promise resolves. */
export const andThen = <T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** The result of `run`, or of `rescue` for an error that `run` throws or rejects with. */
export function rescued<T>(run: () => Maybe<T>, rescue: (error: unknown) => Maybe<T>): Maybe<T> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(rescue) : value
  } catch (error) {
    return rescue(error)
  }
}
