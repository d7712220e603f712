import { lazy, Suspense, useState } from 'react'
import { TextInput } from '../field/field.tsx'
import { keepCaret, typedIn } from '../field/typed.ts'
import { IconButton } from '../layout.tsx'
import { isDate } from './civil-date.ts'
import { typeDate } from './date-text.ts'

const DateTimePicker = lazy(() => import('./date-time.tsx'))

interface DateInputProps {
  /** `YYYY-MM-DD`, or an incomplete date while typing; null: empty. */
  readonly value: string | null
  readonly onChange: (date: string | null) => void
  readonly onBlur?: () => void
  /** Title of the sheet with the wheels. */
  readonly title: string
  /** `YYYY-MM-DD`, Asia/Shanghai. */
  readonly today: string
  /** Start of the wheels when the value is empty. */
  readonly start?: string
  readonly min?: string
  readonly max?: string
  /** Text before the date: 至. */
  readonly prefix?: string
}

/**
 * A date inside a `Field`: eight digits typed from a document, or picked on scroll wheels, which are slow for distant
 * years.
 */
export function DateInput({ value, onChange, onBlur, title, today, start, min, max, prefix }: DateInputProps) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <TextInput
        className="num"
        inputMode="numeric"
        value={value ?? ''}
        prefix={value === null ? undefined : prefix}
        placeholder="如 20160518"
        onChange={({ target }) => {
          const next = typeDate(value ?? '', typedIn(target))
          keepCaret(target, next.caret)
          onChange(next.value)
        }}
        onBlur={onBlur}
        suffix={<IconButton name="calendar" label={`选择${title}`} size={16} onClick={() => setOpen(true)} />}
      />
      {open !== undefined && (
        <Suspense fallback={null}>
          <DateTimePicker
            open={open}
            onClose={() => setOpen(false)}
            value={value !== null && isDate(value) ? value : start}
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
