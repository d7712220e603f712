import './card.css'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import '../layout.css'

export type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Heading of the card. */
  title?: ReactNode
  /** Right of the heading: a `CardMore`, a tag, or the words of a note. */
  extra?: ReactNode
  /** 16 on all sides; left out for cards of `Cell`s, which bring their own. */
  pad?: boolean
}

/** White surface with 12 corners; a link of class `card-link` in it makes all of it tappable; buttons inside stay so above it. */
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
