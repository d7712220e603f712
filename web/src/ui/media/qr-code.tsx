import './qr-code.css'
import { generate } from 'lean-qr'
import { useMemo } from 'react'

interface QrCodeProps {
  text: string
  /** Purpose of the code, for screen readers. */
  label: string
}

/** A QR code, black on white in both themes, since phones cannot read an inverted one. */
export default function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = generate(text)
    let path = ''
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
    return { size: code.size, path }
  }, [text])
  const quiet = 3
  return (
    <svg
      className="qr-code"
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-quiet} y={-quiet} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
