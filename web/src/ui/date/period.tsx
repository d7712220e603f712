import './period.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

export type PeriodEnd = {
  /** The large line: `10:00` on cards, `11-20 10:00` on details. */
  main: string
  /** The small line: `11-20 今天 · 到店`, or 取车 above when `captionAbove`. */
  caption?: ReactNode
}

export type PeriodProps = {
  from: PeriodEnd
  to: PeriodEnd
  /** `3天`, `1天7小时`. */
  length: string
  /** Captions above the times, as on a detail page. */
  captionAbove?: boolean
  /** In a grey box, as on list cards. */
  well?: boolean
}

/** Start, length and end of a rental, side by side. The texts are formatted by the time rules of the domain. */
export function Period({ from, to, length, captionAbove, well }: PeriodProps) {
  const small = captionAbove ? undefined : 'size-xs'
  return (
    <div className={cx('period', 'num', captionAbove && 'period-above', well && 'well')}>
      <div className="period-end stack">
        <b>{from.main}</b>
        {from.caption && <small className={small}>{from.caption}</small>}
      </div>
      <div className="period-length stack align-center">{length}</div>
      <div className="period-end stack text-right">
        <b>{to.main}</b>
        {to.caption && <small className={small}>{to.caption}</small>}
      </div>
    </div>
  )
}
