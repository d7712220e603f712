import './card.css'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import '../layout.css'

export type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Heading of the card. */
  title?: ReactNode
  /** At the right of the heading: a `CardMore`, a tag, or a short note. */
  extra?: ReactNode
  /** 16 on all sides; off for cards of `Cell`s, which have their own padding. */
  pad?: boolean
}

/**
 * White surface with a corner radius of 12. A link with the class `card-link` makes the whole card tappable; buttons
 * inside stay above it.
 */
export function Card({ title, extra, pad, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={cx('card', pad && 'card-pad', className)}>
      {title !== undefined && (
        <div className="card-head">
          <h2>{title}</h2>
          {typeof extra === 'string' ? <span className="note num">{extra}</span> : extra}
        </div>
      )}
      {children}
    </section>
  )
}

/** The small link at the right of a card's heading: 全部 14 ›. */
export function CardMore({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className="card-more row reach note num">
      {children}
      <Icon name="chevron-right" size={14} />
    </button>
  )
}

/** A grey box inside a card, for a period or a pair of amounts. */
export function Well({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('well', className)} />
}
