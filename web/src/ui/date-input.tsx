import './date-input.css'
import { lazy, Suspense, useState } from 'react'
import { cx } from './class-names.ts'
import { useFieldLink, useFieldOptional } from './field.tsx'
import { Icon } from './icon.tsx'

const DateTimePicker = lazy(() => import('./date-time.tsx'))

interface DateInputProps {
  /** `YYYY-MM-DD`; null: not given. */
  readonly value: string | null
  readonly onChange: (date: string) => void
  /** Title of the sheet. */
  readonly title: string
  /** `YYYY-MM-DD`, Asia/Shanghai. */
  readonly today: string
  /** Where the wheels begin when nothing is given. */
  readonly start?: string
  readonly min?: string
  readonly max?: string
  /** Before the date: 至. */
  readonly prefix?: string
}

/** A date inside a `Field`; a tap opens the wheels. */
export function DateInput({ value, onChange, title, today, start, min, max, prefix }: DateInputProps) {
  const link = useFieldLink()
  const optional = useFieldOptional()
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button {...link} type="button" className="date-input num" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={cx(value === null && 'date-input-empty')}>
          {value === null ? (optional ? '选填' : '请选择') : [prefix, value].filter(Boolean).join(' ')}
        </span>
        <Icon name="chevron-right" size={16} />
      </button>
      {open !== undefined && (
        <Suspense>
          <DateTimePicker
            open={open}
            onClose={() => setOpen(false)}
            value={value ?? start}
            onChange={onChange}
            today={today}
            title={title}
            mode="date"
            min={min}
            max={max}
          />
        </Suspense>
      )}
    </>
  )
}
