// A text as a QR code (ISO/IEC 18004), drawn as one SVG path: dark on light in both colour schemes, as cameras need it.
import encodeQR from 'qr'
import classes from './compose.module.css'

/** Width of the quiet zone, in modules, as the standard requires. */
const QUIET = 4

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(rows)} />
    </svg>
  )
}

/** A square of one by one for each dark module. */
export const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
