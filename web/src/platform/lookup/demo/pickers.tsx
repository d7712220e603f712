import { useState } from 'react'
import { pickMoment } from '../../../page/pick-moment.ts'
import type { DateRangeValue } from '../../../ui/date/date-range.tsx'
import { DateRangeField } from '../../../ui/date/date-range-field.tsx'
import { TimeWheels } from '../../../ui/date/wheel.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Chip, ChipChecks, ChipRadios, ChipRow } from '../../../ui/frame/chips.tsx'
import { Card, Cell } from '../../../ui/layout.tsx'
import { Specimen } from './specimen.tsx'

/** A fixed date, so that screenshots of the gallery do not change. */
const TODAY = '2026-11-20'

const sources = ['线下', '旅行平台', '铁路出行', '分销', '出行平台', '企业用车'].map((label, value) => ({
  value,
  label,
}))

/** Chips, the variants of the date range picker, and wheels. */
export default function Pickers() {
  const [rent, setRent] = useState<DateRangeValue>(['2026-11-20 14:00', '2026-11-23 14:00'])
  const [filter, setFilter] = useState<DateRangeValue>([])
  const [open, setOpen] = useState<'rent' | 'filter'>()
  const [source, setSource] = useState<number>()
  const [kinds, setKinds] = useState<number[]>([1, 3])
  const [time, setTime] = useState('14:00')
  const range = (which: typeof open) => ({
    today: TODAY,
    open: open === which,
    onOpenChange: (next: boolean) => setOpen(next ? which : undefined),
  })
  return (
    <>
      <Specimen name="日期范围">
        <Card>
          <Field label="用车时间" group>
            <DateRangeField {...range('rent')} value={rent} onChange={setRent} disablePast labels={['取车', '还车']} />
          </Field>
        </Card>
        <Card pad>
          <DateRangeField
            {...range('filter')}
            look="fill"
            value={filter}
            onChange={setFilter}
            time={false}
            placeholder="取车时间"
            noteOf={(date) => (date === '2027-01-01' ? '元旦' : undefined)}
          />
        </Card>
      </Specimen>
      <Specimen name="单个时间" boxed>
        <Cell
          label="取车时刻"
          onClick={() => void pickMoment({ title: '取车时刻', at: Date.now(), now: Date.now() })}
        />
        <TimeWheels label="时刻" value={time} onChange={setTime} />
      </Specimen>
      <Specimen name="筛选条件" boxed>
        <ChipRow>
          <Chip on onClick={() => setOpen('filter')} onRemove={() => setFilter([])}>
            取车 11-20 ~ 11-22
          </Chip>
          <Chip onClick={() => setOpen('filter')}>来源</Chip>
        </ChipRow>
        <ChipRadios label="来源" value={source} onChange={setSource} options={sources} />
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
      </Specimen>
    </>
  )
}
