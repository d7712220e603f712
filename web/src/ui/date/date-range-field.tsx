import './date-range-field.css'
import { Fragment, lazy, Suspense, useState } from 'react'
import { cx } from '../class-names.ts'
import { useFieldLink } from '../field/field.tsx'
import { Icon } from '../icon.tsx'
import { IconButton } from '../layout.tsx'
import { shortDate } from './civil-date.ts'
import type { DateRangePanelProps, DateRangeValue } from './date-range.tsx'

const DateRangePanel = lazy(() => import('./date-range.tsx'))

export type DateRangeFieldProps = Omit<DateRangePanelProps, 'onClose'> & {
  /** Whether the panel is open; controlled, so that it can be part of the address. */
  open: boolean
  onOpenChange: (open: boolean) => void
  placeholder?: string
  /** Text for no range, when that is a valid choice: 全部时间. Replaces the placeholder. */
  all?: string
  /** `box` with an outline, `fill` grey, for filter sheets. */
  look?: 'box' | 'fill'
}

/** Shows `start~end`; a tap opens the panel, the cross clears it and emits `[]`. */
export function DateRangeField({
  open,
  onOpenChange,
  all,
  placeholder = '请选择时间',
  look = 'box',
  ...panel
}: DateRangeFieldProps) {
  const link = useFieldLink()
  // Once opened, the panel stays mounted, so that its closing animation can run.
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
      {(look === 'fill' || !text) && <Icon name="calendar" size={16} />}
      {wanted && (
        <Suspense fallback={null}>
          <DateRangePanel {...panel} open={open} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </span>
  )
}

/** `11-20 14:00~11-23 14:00`; includes the year when it is not the current one. */
export function rangeText(value: DateRangeValue, today: string): string {
  return value.map((moment) => shortDate(moment.slice(0, 10), today) + moment.slice(10)).join('~')
}
