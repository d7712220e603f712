import './store-edit.css'
import { MAX_EXCEPTIONS } from '@cheyi/domain/platform/store/hours'
import { addDays, localDate } from '@cheyi/domain/time'
import { FieldNote } from '../../../form/field-row.tsx'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, IconButton, Note, Row, Text } from '../../../ui/layout.tsx'
import { WindowRow } from './hours-card.tsx'
import { datesWords, type SpecialDate, usualHours } from './store-form.ts'

const choices = [
  { value: 'closed', label: '休息' },
  { value: 'open', label: '营业' },
] as const

/** Dates with hours that differ from the weekly hours: holidays and single days. */
export function DatesCard({ of }: { of: FormField<readonly SpecialDate[] | null> }) {
  const { value, set: onChange } = of
  const dates = value ?? []
  const error = errorOf(of)
  const today = localDate(useNow())

  async function add() {
    const date = await open(() => import('../../../page/wheels-sheet.tsx'), {
      title: '特殊日期',
      mode: 'date',
      value: undefined,
      today,
      min: today,
      max: addDays(today, 730),
    })
    if (date === undefined || dates.some((one) => one.date === date)) return
    onChange([...dates, { date, closed: true, hours: [] }].toSorted((a, b) => a.date.localeCompare(b.date)))
  }
  return (
    <Card title={of.rules.label} data-field-error={error ? true : undefined}>
      <Note pad={[4, 16, 12]}>春节休息、节假日延长营业等，优先于每周营业时间</Note>
      {dates.map((one, index) => (
        <Box line key={one.date} className="store-date">
          <Row gap={8} pad={[8, 8, 8, 16]}>
            <Text as="b" grow num>
              {one.date}
            </Text>
            <Segmented
              label={`${one.date}营业`}
              options={choices}
              value={one.closed ? 'closed' : 'open'}
              onChange={(value) =>
                onChange(
                  dates.with(index, {
                    ...one,
                    closed: value === 'closed',
                    hours: value === 'closed' || one.hours.length > 0 ? one.hours : [usualHours],
                  }),
                )
              }
            />
            <IconButton name="trash" label={`删除${one.date}`} onClick={() => onChange(dates.toSpliced(index, 1))} />
          </Row>
          {!one.closed &&
            one.hours.map((window, at) => (
              <WindowRow
                // biome-ignore lint/suspicious/noArrayIndexKey: windows have no id, only their index.
                key={at}
                name={`${one.date} 时段 ${at + 1}`}
                window={window}
                onChange={(next) => onChange(dates.with(index, { ...one, hours: one.hours.with(at, next) }))}
                onRemove={
                  one.hours.length > 1
                    ? () => onChange(dates.with(index, { ...one, hours: one.hours.toSpliced(at, 1) }))
                    : undefined
                }
              />
            ))}
        </Box>
      ))}
      <FieldNote of={of} words={datesWords} />
      {dates.length < MAX_EXCEPTIONS && (
        <Box pad={[4, 16, 16]}>
          <Button size="s" icon="plus" onClick={() => void add()}>
            添加日期
          </Button>
        </Box>
      )}
    </Card>
  )
}
