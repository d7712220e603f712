import './shares.css'
import type { Tone } from './tag.tsx'

export type Share = { key: string; label: string; count: number; tone: Exclude<Tone, 'outline'> }

type SharesProps = { shares: readonly Share[]; counted?: boolean }

/** Parts of a whole as one bar, each with a length in proportion to its count. */
export function ShareBar({ shares }: SharesProps) {
  return (
    <div className="share-bar" aria-hidden="true">
      {shares.map(
        ({ key, count, tone }) => count > 0 && <i key={key} className={`tone-${tone}`} style={{ flexGrow: count }} />,
      )}
    </div>
  )
}

/** Legend of the bar, with counts where `counted`. */
export function ShareNames({ shares, counted }: SharesProps) {
  return (
    <ul className="share-names num">
      {shares.map(({ key, label, count, tone }) => (
        <li key={key}>
          <i className={`tone-${tone}`} />
          {label} {counted && count}
        </li>
      ))}
    </ul>
  )
}

/** The colour of a part, beside its name. */
export const ShareDot = ({ tone }: Pick<Share, 'tone'>) => <i className={`share-dot tone-${tone}`} aria-hidden="true" />

/** A bar for a value in proportion to the largest one beside it, 0 to 1. */
export const ShareOf = ({ share }: { share: number }) => (
  <div className="share-of" aria-hidden="true">
    <i style={{ width: `${share * 100}%` }} />
  </div>
)
