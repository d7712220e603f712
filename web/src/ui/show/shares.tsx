import './shares.css'
import { cx } from '../class-names.ts'
import type { Tone } from './tag.tsx'

export type Share = {
  key: string
  label: string
  count: number
  tone: Exclude<Tone, 'outline'>
  /** Half as strong: the lesser one of two parts of the same tone. */
  faint?: boolean | undefined
}

type SharesProps = { shares: readonly Share[]; counted?: boolean }

type ShareBarProps = {
  shares: readonly Share[]
  /** The others are dimmed. */
  chosen?: string | undefined
  /** By a press with mouse or finger: the page has a button or a link of each part besides. */
  onChoose?: ((key: string) => void) | undefined
}

const hueOf = ({ tone, faint }: Pick<Share, 'tone' | 'faint'>) => cx(`tone-${tone}`, faint && 'share-faint')

/** Parts of a whole as one bar, each with a length in proportion to its count. */
export function ShareBar({ shares, chosen, onChoose }: ShareBarProps) {
  return (
    <div className={cx('share-bar', onChoose && 'share-bar-acts')} aria-hidden="true">
      {shares.map((share) => {
        const { key, count } = share
        if (count <= 0) return null
        const looks = {
          className: cx(hueOf(share), chosen !== undefined && chosen !== key && 'share-dim'),
          style: { flexGrow: count },
        }
        return onChoose ? (
          <button key={key} type="button" tabIndex={-1} {...looks} onClick={() => onChoose(key)} />
        ) : (
          <i key={key} {...looks} />
        )
      })}
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
export const ShareDot = (of: Pick<Share, 'tone' | 'faint'>) => (
  <i className={cx('share-dot', hueOf(of))} aria-hidden="true" />
)

/** A bar for a value in proportion to the largest one beside it, 0 to 1. */
export const ShareOf = ({ share }: { share: number }) => (
  <div className="share-of" aria-hidden="true">
    <i style={{ width: `${share * 100}%` }} />
  </div>
)
