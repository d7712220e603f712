import { formatDateTime, HOUR, localDate } from '@cheyi/domain/time'
import { lazy, Suspense, useState } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { Button, IconButton } from '../../../ui/layout.tsx'

const MomentPicker = lazy(() => import('../../../ui/date/date-time.tsx'))

interface PublishFieldProps {
  /** `YYYY-MM-DD HH:mm`; undefined: at once. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Chooses whether a change applies at once or from a later time. */
export function PublishField({ value, onChange }: PublishFieldProps) {
  const now = useNow()
  const today = localDate(now)
  const [open, setOpen] = useState<boolean>()
  return (
    <span className="publish-field num">
      <Button size="s" icon="clock" variant={value === undefined ? 'outline' : 'tint'} onClick={() => setOpen(true)}>
        {value ?? '立即生效'}
      </Button>
      {value !== undefined && (
        <IconButton name="close" label="改为立即生效" size={16} onClick={() => onChange(undefined)} />
      )}
      {open !== undefined && (
        <Suspense fallback={null}>
          <MomentPicker
            open={open}
            onClose={() => setOpen(false)}
            title="生效时间"
            today={today}
            min={today}
            value={value ?? formatDateTime(Math.ceil((now + HOUR) / HOUR) * HOUR)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </span>
  )
}
