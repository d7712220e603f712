import { type CSSProperties, useState } from 'react'
import type { Media } from '../parts/handover.ts'

/** Two pictures over each other; the slider uncovers the one behind. */
export function SlideCompare({ before, after, label }: { before: Media; after: Media; label: string }) {
  const [share, setShare] = useState(50)
  return (
    <div className="slide-compare" style={{ '--share': `${share}%` } as CSSProperties}>
      <img src={after.url} alt={`还车${label}`} loading="lazy" decoding="async" />
      <img className="slide-compare-before" src={before.url} alt={`取车${label}`} loading="lazy" decoding="async" />
      <span className="slide-compare-line" aria-hidden="true" />
      <span className="slide-compare-word" aria-hidden="true">
        取车
      </span>
      <span className="slide-compare-word slide-compare-right" aria-hidden="true">
        还车
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={`${label}取还对比`}
        aria-valuetext={`取车占 ${share}%`}
        onChange={(event) => setShare(Number(event.target.value))}
      />
    </div>
  )
}
