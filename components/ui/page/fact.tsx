// A name and its value, in a list of them (dl).
import type { ReactNode } from 'react'

const NO_VALUES: readonly ReactNode[] = [undefined, null, false, '']

/** Nothing for a fact without a value. */
export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) =>
  NO_VALUES.includes(children) ? null : (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
