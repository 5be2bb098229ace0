// Values that are there already or come later. What is there already is gone on with at once: a promise for every step of
// every answer costs more than the steps do.

export type Maybe<T> = T | Promise<T>

/** Goes on with a value as soon as it is there. */
export const andThen = <T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** What `run` gives, or what `rescue` makes of what it throws, now or later. */
export function rescued<T>(run: () => Maybe<T>, rescue: (error: unknown) => Maybe<T>): Maybe<T> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(rescue) : value
  } catch (error) {
    return rescue(error)
  }
}
