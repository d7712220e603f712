import { lazy, Suspense, useState } from 'react'
import type { DateRangeValue } from '../../ui/date/date-range.tsx'
import { DateRangeField } from '../../ui/date/date-range-field.tsx'
import { TimeWheels } from '../../ui/date/wheel.tsx'
import { Field } from '../../ui/field/field.tsx'
import { Chip, ChipChecks, ChipRadios, ChipRow } from '../../ui/frame/chips.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Specimen } from './specimen.tsx'

const DateTimePicker = lazy(() => import('../../ui/date/date-time.tsx'))

/** The gallery's own day, so that its pictures stay the same. */
const TODAY = '2026-11-20'
const sources = ['线下', '旅行平台', '铁路出行', '分销', '出行平台', '企业用车'].map((label, value) => ({
  value,
  label,
}))

/** Chips, the date range in its variants, wheels. */
export default function Pickers() {
  const [rent, setRent] = useState<DateRangeValue>(['2026-11-20 14:00', '2026-11-23 14:00'])
  const [days, setDays] = useState<DateRangeValue>([])
  const [filter, setFilter] = useState<DateRangeValue>(['2026-11-20 00:00', '2026-11-22 23:59'])
  const [open, setOpen] = useState<'rent' | 'days' | 'filter' | 'moment' | 'expiry'>()
  const [source, setSource] = useState<number>()
  const [kinds, setKinds] = useState<number[]>([1, 3])
  const [time, setTime] = useState('14:00')
  const [moment, setMoment] = useState('2026-11-20 10:00')
  const [expiry, setExpiry] = useState('2038-07-14')
  const toggle = (which: typeof open) => (next: boolean) => setOpen(next ? which : undefined)
  return (
    <>
      <Specimen name="日期范围">
        <Card>
          <Field label="用车时间" group>
            <DateRangeField
              value={rent}
              onChange={setRent}
              today={TODAY}
              disablePast
              open={open === 'rent'}
              onOpenChange={toggle('rent')}
            />
          </Field>
          <Field label="维保日期" group>
            <DateRangeField
              value={days}
              onChange={setDays}
              today={TODAY}
              time={false}
              labels={['开始', '结束']}
              open={open === 'days'}
              onOpenChange={toggle('days')}
            />
          </Field>
        </Card>
        <Card pad>
          <DateRangeField
            look="fill"
            value={filter}
            onChange={setFilter}
            today={TODAY}
            placeholder="取车时间"
            noteOf={(date) => (date === '2027-01-01' ? '元旦' : undefined)}
            open={open === 'filter'}
            onOpenChange={toggle('filter')}
          />
        </Card>
      </Specimen>
      <Specimen name="单个时间">
        <Card>
          <Cell label="取车时刻" onClick={() => setOpen('moment')}>
            {moment}
          </Cell>
          <Cell label="证件有效期" onClick={() => setOpen('expiry')}>
            至 {expiry}
          </Cell>
        </Card>
        <Card pad>
          <TimeWheels label="时刻" value={time} onChange={setTime} />
        </Card>
        <Suspense fallback={null}>
          <DateTimePicker
            open={open === 'moment'}
            onClose={() => setOpen(undefined)}
            value={moment}
            onChange={setMoment}
            today={TODAY}
            title="取车时刻"
          />
          <DateTimePicker
            open={open === 'expiry'}
            onClose={() => setOpen(undefined)}
            value={expiry}
            onChange={setExpiry}
            today={TODAY}
            title="有效期至"
            mode="date"
          />
        </Suspense>
      </Specimen>
      <Specimen name="筛选条件">
        <ChipRow>
          <Chip on onClick={() => setOpen('filter')} onRemove={() => setFilter([])}>
            取车 11-20 ~ 11-22
          </Chip>
          <Chip on onRemove={() => setSource(undefined)}>
            虹桥机场店
          </Chip>
          <Chip onClick={() => setOpen('filter')}>来源</Chip>
          <Chip onClick={() => setOpen('filter')}>押金</Chip>
        </ChipRow>
        <ChipRadios label="车型分类" value={source} onChange={setSource} options={sources} />
        <Stack as={Card} gap={12} pad={16}>
          <ChipRadios
            look="tile"
            label="订单来源"
            value={source}
            onChange={setSource}
            onClear={() => setSource(undefined)}
            options={sources}
          />
          <ChipChecks
            look="wrap"
            tick
            label="多选来源"
            value={kinds}
            onChange={setKinds}
            options={sources.map((each) => ({ ...each, disabled: each.value === 5 }))}
          />
        </Stack>
      </Specimen>
    </>
  )
}
