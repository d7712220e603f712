import './date-range-field.css'
import { Fragment, lazy, Suspense, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../class-names.ts'
import { useFieldLink } from '../field/field.tsx'
import { Icon } from '../icon.tsx'
import { shortDate } from './civil-date.ts'
import type { DateRangePanelProps, DateRangeValue } from './date-range.tsx'

const DateRangePanel = lazy(() => import('./date-range.tsx'))

export type DateRangeFieldProps = Omit<DateRangePanelProps, 'onClose'> & {
  /** Whether the panel is out; controlled, so that it can be part of the address. */
  open: boolean
  onOpenChange: (open: boolean) => void
  placeholder?: string
  /** What no range means, where that is a choice like any other: 全部时间. In place of the placeholder. */
  all?: string
  /** `bare` inside a `Field`, `fill` grey with a calendar, for filter sheets. */
  look?: 'bare' | 'fill'
}

/** Shows `start~end`; a tap brings the panel, the cross empties it and emits `[]`. */
export function DateRangeField({
  open,
  onOpenChange,
  all,
  placeholder = '请选择时间',
  look = 'bare',
  ...panel
}: DateRangeFieldProps) {
  const link = useFieldLink()
  // Once asked for, the panel stays mounted, so that it can slide out.
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  const text = rangeText(panel.value, panel.today)
  return (
    <span className={cx('date-range-field', `date-range-field-${look}`)}>
      <button
        {...link}
        type="button"
        className={cx('date-range-field-open', 'num', !text && all === undefined && 'ink-3')}
        aria-haspopup="dialog"
        onClick={() => onOpenChange(true)}
      >
        {text
          ? text.split('~').map((end, index) => (
              <Fragment key={end}>
                {index > 0 && <wbr />}
                <span>{index > 0 ? end : `${end}~`}</span>
              </Fragment>
            ))
          : (all ?? placeholder)}
      </button>
      {text && (
        <IconButton className="clear" name="close" label="清空时间" size={16} onClick={() => panel.onChange([])} />
      )}
      {(look === 'fill' || !text) && <Icon name={look === 'fill' ? 'calendar' : 'chevron-right'} size={16} />}
      {wanted && (
        <Suspense fallback={null}>
          <DateRangePanel {...panel} open={open} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </span>
  )
}

/** `11-20 14:00~11-23 14:00`; the year is written when it is not this one. */
export function rangeText(value: DateRangeValue, today: string): string {
  return value.map((moment) => shortDate(moment.slice(0, 10), today) + moment.slice(10)).join('~')
}
