import './watermark.css'

/** Enough rows of slanted text to cover any picture they lie on. */
const ROWS = Array.from({ length: 12 }, (_, row) => row)

/** Slanted words over a picture, so that a photo of the screen says what it may be used for. Its parent is positioned. */
export function Watermark({ text }: { text: string }) {
  const line = Array.from({ length: 6 }, () => text).join('　　')
  return (
    <span className="watermark" aria-hidden="true">
      {ROWS.map((row) => (
        <span key={row}>{line}</span>
      ))}
    </span>
  )
}
