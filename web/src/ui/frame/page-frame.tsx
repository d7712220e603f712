import './page-frame.css'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'

export type PageFrameProps = {
  /** Fixed at the top on surface: a `NavBar`, then search, tabs, steps. */
  header?: ReactNode
  /** Fixed at the bottom: an `ActionBar`. */
  footer?: ReactNode
  children: ReactNode
  /** The children have their own scroller (`VirtualList`, `Pull`) and fill the middle. */
  fill?: boolean
  /** A form: from 768 on, a centred column of 640. */
  narrow?: boolean
  /** The content is only text: it can be focused, so that the keyboard scrolls it. */
  reading?: boolean
  /** The scrolling element. */
  scroller?: Ref<HTMLDivElement>
}

/**
 * A page with a fixed header, a scrolling content (12 padding, 12 between cards) and a fixed footer, as high as its
 * parent.
 */
export function PageFrame({ header, footer, children, fill, narrow, reading, scroller }: PageFrameProps) {
  return (
    <div className={cx('page-frame', narrow && 'page-frame-narrow')}>
      {header && <div className="page-frame-head">{header}</div>}
      {fill ? (
        <div className="page-frame-fill">{children}</div>
      ) : (
        <div className="page-frame-scroll" ref={scroller} tabIndex={reading ? 0 : undefined}>
          <div className="page-frame-main">{children}</div>
        </div>
      )}
      {footer}
    </div>
  )
}

/** The bar at the bottom of a page: up to three `ActionIcon`s or a summary, then one primary `Button`. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <footer className="action-bar">
      <div className="action-bar-row">{children}</div>
    </footer>
  )
}

/** The part before the button of an `ActionBar`: an amount and its basis. Dimmed while `stale`. */
export function ActionSummary({ children, note, stale }: { children: ReactNode; note?: ReactNode; stale?: boolean }) {
  return (
    <div className={cx('action-summary', 'num', stale && 'action-summary-stale')} aria-busy={stale || undefined}>
      {children}
      {note && <small>{note}</small>}
    </div>
  )
}

/** A small icon above its text, at the left of an `ActionBar`. */
export function ActionIcon({
  icon,
  children,
  ...rest
}: ComponentProps<'button'> & { icon: IconName; children: ReactNode }) {
  return (
    <button type="button" {...rest} className="action-icon">
      <Icon name={icon} />
      {children}
    </button>
  )
}
