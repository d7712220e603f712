import './signature-pad.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import Pad from 'signature_pad'
import { say } from '../../words/words.ts'
import { Button } from '../layout.tsx'

/** A point of the pen: x and y in 0–1000 of the pad's width, ms since the first touch. */
export type PadPoint = { x: number; y: number; at: number }

export type SignaturePadProps = {
  /** After each stroke: a PNG of all strokes on a transparent background, and their points; null and [] after 重签. */
  onChange: (png: Blob | null, lines: PadPoint[][]) => void
  /** Read by screen readers: 客户签字. */
  label: string
}

/** The background is white and the ink dark in both themes: the picture becomes part of a document. */
const INK = '#14171f'

function linesOf(signature: Pad, width: number): PadPoint[][] {
  const lines = signature.toData().map(({ points }) => points)
  const start = lines[0]?.[0]?.time ?? 0
  const share = (n: number) => Math.max(0, Math.round((n / width) * 1000))
  return lines.map((points) => points.map(({ x, y, time }) => ({ x: share(x), y: share(y), at: time - start })))
}

/** A field for a signature by finger, pen or mouse. */
export default function SignaturePad({ onChange, label }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(undefined)
  const [signed, setSigned] = useState(false)
  const emit = useEffectEvent((png: Blob | null, lines: PadPoint[][]) => onChange(png, lines))

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const signature = new Pad(element, { penColor: INK, minWidth: 1, maxWidth: 3 })
    pad.current = signature
    signature.addEventListener('endStroke', () => {
      setSigned(true)
      element.toBlob((png) => png && emit(png, linesOf(signature, element.clientWidth)))
    })
    // A canvas is cleared when its size changes: after a rotation of the phone, the strokes are drawn again.
    const observer = new ResizeObserver(() => {
      const ratio = Math.max(devicePixelRatio, 1)
      const strokes = signature.toData()
      element.width = element.clientWidth * ratio
      element.height = element.clientHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      signature.fromData(strokes)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      signature.off()
    }
  }, [])

  return (
    <div className="signature-pad">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${label}${say('，')}${signed ? say('已签') : say('请在此手写签名')}`}
      />
      {signed ? (
        <Button
          size="s"
          icon="refresh"
          onClick={() => {
            pad.current?.clear()
            setSigned(false)
            onChange(null, [])
          }}
        >
          {say('重签')}
        </Button>
      ) : (
        <span className="signature-pad-hint" aria-hidden="true">
          {say('请在此手写签名')}
        </span>
      )}
    </div>
  )
}
