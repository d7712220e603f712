import './cell.css'
import type { MouseEventHandler, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'

export type CellProps = {
  label?: ReactNode
  /** The value. */
  children?: ReactNode
  /** Shown when there is no value. */
  placeholder?: string
  /** A second line below the label (without a value) or below the value. */
  note?: ReactNode
  /** Before the label: an avatar, an icon. */
  lead?: ReactNode
  /** After the value: tags, a switch. */
  extra?: ReactNode
  /** `left` aligns the value with the form's column, `right` (details) puts it before the chevron. */
  align?: 'left' | 'right'
  /** Makes the row a button with a chevron. */
  onClick?: MouseEventHandler<HTMLElement>
  /** Makes the row a link with a chevron. */
  href?: string
  chevron?: boolean
  /** The selected row of a list. */
  current?: boolean
  className?: string
}

/** One row of a card: label, value, chevron; a hairline from the text edge separates it from the row above. */
export function Cell(props: CellProps) {
  const { label, children, placeholder, note, lead, extra, align = 'left', onClick, href, current, className } = props
  const pressable = onClick !== undefined || href !== undefined
  const alone = children === undefined && placeholder === undefined
  const content = (
    <>
      {lead}
      {label !== undefined && (
        <span className={alone ? 'cell-main' : 'cell-label'}>
          {label}
          {alone && note && <small className="block">{note}</small>}
        </span>
      )}
      {!alone && (
        <span className="cell-value">
          {children ?? <span className="ink-3">{placeholder}</span>}
          {note && <small className="block">{note}</small>}
        </span>
      )}
      {extra}
      {(props.chevron ?? pressable) && (
        <span className="cell-chevron">
          <Icon name="chevron-right" size={16} />
        </span>
      )}
    </>
  )
  const classes = cx('cell', align === 'right' && 'cell-right', pressable && 'cell-press', className)
  if (href !== undefined) {
    return (
      <a className={classes} href={href} onClick={onClick} aria-current={current || undefined}>
        {content}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" className={classes} onClick={onClick} aria-current={current || undefined}>
        {content}
      </button>
    )
  }
  return <div className={classes}>{content}</div>
}
