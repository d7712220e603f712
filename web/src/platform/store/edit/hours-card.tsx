import './store-edit.css'
import { MAX_WINDOWS } from '@cheyi/domain/platform/store/hours'
import { hoursWords } from '@cheyi/domain/platform/store/hours-words'
import { Theirs } from '../../../form/field-row.tsx'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { weekdayOptions } from '../../../ui/date/civil-date.ts'
import { TimeInput } from '../../../ui/date/time-input.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ChipChecks } from '../../../ui/frame/chips.tsx'
import { Box, Button, Card, IconButton, Note, Row, Stack } from '../../../ui/layout.tsx'
import { everyDay, type Hours, usualHours } from './store-form.ts'

/** Weekly opening hours of the store. */
export function HoursCard({ of }: { of: FormField<readonly Hours[] | null> }) {
  const error = errorOf(of)
  return (
    <Card title={of.rules.label} data-field-error={error ? true : undefined}>
      <Note pad={[4, 16, 12]}>未设置任何时段表示全天营业；夜间时段另收夜间服务费</Note>
      <WindowList hours={of.value ?? []} error={error} onChange={of.set} />
      <Theirs of={of} words={(hours) => hoursWords(hours ?? [])} />
    </Card>
  )
}

interface WindowListProps {
  readonly hours: readonly Hours[]
  readonly error?: string
  readonly onChange: (hours: Hours[]) => void
}

/** The opening windows of a week, and a button to add another. */
export function WindowList({ hours, error, onChange, night = true }: WindowListProps & { readonly night?: boolean }) {
  const rest = everyDay.filter((day) => !hours.some(({ weekdays }) => weekdays.includes(day)))
  return (
    <>
      {hours.map((window, index) => (
        <WindowRow
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no id, only their index.
          key={index}
          name={`时段 ${index + 1}`}
          window={window}
          days
          night={night}
          onChange={(next) => onChange(hours.with(index, next))}
          onRemove={() => onChange(hours.toSpliced(index, 1))}
        />
      ))}
      {error && (
        <Note ink="danger" pad={[0, 16, 12]} role="alert">
          {error}
        </Note>
      )}
      {hours.length < MAX_WINDOWS && (
        <Box pad={[4, 16, 16]}>
          <Button
            size="s"
            icon="plus"
            onClick={() => onChange([...hours, { ...usualHours, weekdays: rest.length > 0 ? rest : [...everyDay] }])}
          >
            添加时段
          </Button>
        </Box>
      )}
    </>
  )
}

interface WindowRowProps {
  readonly name: string
  readonly window: Hours
  /** Also shows the choice of weekdays; the hours of a single date have none. */
  readonly days?: boolean
  /** The window may be marked as a night window. */
  readonly night?: boolean
  readonly onChange: (window: Hours) => void
  readonly onRemove?: () => void
}

export function WindowRow({ name, window, days, night = true, onChange, onRemove }: WindowRowProps) {
  const { weekdays, open, close, crossMidnight, outOfHours } = window
  const set = (more: Partial<Hours>) => onChange({ ...window, ...more })
  return (
    <Stack as="fieldset" gap={8} className="store-window">
      <legend className="visually-hidden">{name}</legend>
      {days && (
        <ChipChecks
          look="wrap"
          label={`${name}营业日`}
          options={weekdayOptions}
          value={weekdays}
          onChange={(next) => set({ weekdays: next.toSorted() })}
        />
      )}
      <Row gap={8}>
        <TimeInput aria-label={`${name}开门`} value={open} onChange={(time) => set({ open: time })} />
        <span>至</span>
        <TimeInput aria-label={`${name}打烊`} value={close} onChange={(time) => set({ close: time })} />
        {onRemove && <IconButton name="trash" label={`删除${name}`} onClick={onRemove} />}
      </Row>
      <Row gap={[4, 20]} align="stretch" wrap>
        <Checkbox checked={crossMidnight} onChange={({ target }) => set({ crossMidnight: target.checked })}>
          次日打烊
        </Checkbox>
        {night && (
          <Checkbox checked={outOfHours} onChange={({ target }) => set({ outOfHours: target.checked })}>
            夜间时段
          </Checkbox>
        )}
      </Row>
    </Stack>
  )
}
