import './nav-bar.css'
import type { ComponentProps, ReactNode } from 'react'
import { say } from '../../words/words.ts'
import { cx } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { IconButton } from '../layout.tsx'

export type NavBarProps = {
  /** The page's `h1`, centred; a `Segmented` is possible too. */
  title: ReactNode
  /** Directly after the title: an `IconButton` with help. */
  help?: ReactNode
  /** Beside the title: how many records the page lists. */
  count?: string
  /** Undefined: no back button. */
  onBack?: () => void
  /** Replaces the back button at the left. */
  left?: ReactNode
  /** At most two `IconButton`s or one `NavAction`. */
  right?: ReactNode
}

/** The bar at the top of every page: 44 high with a centred title, on wide windows 52 with the title at the left. */
export function NavBar({ title, help, count, onBack, left, right }: NavBarProps) {
  return (
    <header className="nav-bar">
      <div className="nav-bar-side">
        {onBack && <IconButton name="chevron-left" label={say('返回')} onClick={onBack} />}
        {left}
      </div>
      <div className="nav-bar-title">
        {typeof title === 'string' ? <h1 className="size-l text-center">{title}</h1> : title}
        {help}
      </div>
      {count && (
        <span role="status" className="note num nowrap">
          {count}
        </span>
      )}
      <div className="nav-bar-side nav-bar-right">{right}</div>
    </header>
  )
}

/** The text action at the right of a `NavBar`: 存草稿, 清空. */
export function NavAction({
  icon,
  primary,
  children,
  ...rest
}: ComponentProps<'button'> & {
  icon?: IconName
  /** What the page is for: on wide windows a filled button. */
  primary?: boolean
  children: ReactNode
}) {
  return (
    <button type="button" {...rest} className={cx('nav-bar-action', primary && 'nav-bar-primary')}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}
