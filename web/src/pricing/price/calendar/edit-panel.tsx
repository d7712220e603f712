import { formatMoney } from '@cheyi/domain/money'
import type { DayOperation } from '@cheyi/domain/pricing/price/calendar'
import { priceFault } from '@cheyi/domain/pricing/price/rule'
import { useState } from 'react'
import { priceSaveCalendar } from '../../../form/calls/price-save-calendar.gen.ts'
import { errorOf } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import { weekdayOptions } from '../../../ui/date/civil-date.ts'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { ChipChecks, ChipRadios } from '../../../ui/frame/chips.tsx'
import { Button, IconButton, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import type { Layer } from '../parts/layers.ts'
import { PublishField } from '../parts/publish-field.tsx'
import type { Day } from './day-grid.tsx'
import { type Picked, pickedDates } from './pick.ts'

interface EditPanelProps {
  readonly place: { readonly storeId: string; readonly modelId: string; readonly source: Layer }
  readonly layerName: string
  readonly picked: Picked
  /** The days shown. */
  readonly days: readonly Day[]
  /** Version of the calendar when the user picked the days. */
  readonly seen: number | undefined
  /** Called when another user has changed one of the days in the meantime. */
  readonly onOvertaken: (version: number) => void
  readonly onPick: (picked: Picked | null) => void
}

/** Data of the refusal: the user who changed one of the picked days, and the new version of the calendar. */
interface Overtaken {
  readonly by: string
  readonly version: number
}

const STEP = 1000

/** Changes the picked days: price, adjustment, closed or open. */
export default function EditPanel({ place, layerName, picked, days, seen, onOvertaken, onPick }: EditPanelProps) {
  const [kind, setKind] = useState<DayOperation['kind']>('price')
  const [overtaken, setOvertaken] = useState<Overtaken>()
  const { from, to } = picked
  const dates = pickedDates(picked)
  const chosen = days.filter((day) => dates.includes(day.date))
  const prices = chosen.flatMap((day) => (day.price === null ? [] : [day.price]))
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const kinds: readonly { value: DayOperation['kind']; label: string }[] = [
    { value: 'price', label: '改价' },
    { value: 'adjust', label: '调整 %' },
    { value: 'stop', label: '停售' },
    { value: 'open', label: '开放' },
    { value: 'restore', label: place.source === 0 ? '恢复规则价' : '恢复跟随' },
  ]
  const form = useEntry(priceSaveCalendar, {
    toInput: ({ price, adjustBp, publishAt }) => ({
      ...place,
      from,
      to,
      weekdays: [...picked.weekdays],
      price: kind === 'price' ? price : null,
      adjustBp: kind === 'adjust' ? adjustBp : null,
      stop: kind === 'stop' ? true : kind === 'open' ? false : null,
      restore: kind === 'restore' ? true : null,
      version: seen ?? null,
      publishAt,
    }),
    handles: isStale,
    onFailure(failure) {
      if (!isStale(failure)) return
      const told = failure.data as Overtaken
      setOvertaken(told)
      onOvertaken(told.version)
    },
    also: (_, { price, adjustBp }) => ({
      price: kind === 'price' && (price === null ? '请输入价格' : priceFault(price, 'price', '所选日期')[0]?.message),
      adjustBp: kind === 'adjust' && !adjustBp && '请输入调整比例',
    }),
    onSent({ changed, planId }) {
      feedback.toast(planId === null ? `已更新 ${changed} 天` : '已定时，到时自动生效')
      onPick(null)
    },
  })
  const { price, adjustBp, publishAt } = form.fields
  return (
    <Stack as="section" gap={10} keep fill="surface" className="price-edit" aria-label="所选日期" ref={form.frame}>
      <Row as="header" justify="between" num>
        <Text as="h2" size="m">
          已选 {dates.length} 天：{picked.from.slice(5)}
          {picked.to !== picked.from && ` ~ ${picked.to.slice(5)}`}
        </Text>
        <Button variant="text" size="s" onClick={() => onPick(null)}>
          清除
        </Button>
      </Row>
      {picked.to !== picked.from && (
        <Field label="只选星期" group>
          <ChipChecks
            label="只选星期"
            look="wrap"
            options={weekdayOptions}
            value={[...picked.weekdays]}
            onChange={(chosenDays) => onPick({ ...picked, weekdays: chosenDays })}
          />
        </Field>
      )}
      <ChipRadios
        label="操作"
        look="wrap"
        options={kinds}
        value={kind}
        onChange={(next) => {
          setKind(next)
          form.show({})
        }}
      />
      {kind === 'price' && (
        <Row gap={8} className="price-edit-amount">
          <IconButton
            name="minus"
            label="减10元"
            onClick={() => price.set(Math.max(1, (price.value ?? least) - STEP))}
            disabled={prices.length === 0 && price.value === null}
          />
          <AmountInput
            look="fill"
            aria-label="价格"
            value={price.value}
            onChange={price.set}
            placeholder={prices.length > 0 ? (least / 100).toFixed(2) : '0.00'}
          />
          <IconButton
            name="plus"
            label="加10元"
            onClick={() => price.set((price.value ?? least) + STEP)}
            disabled={prices.length === 0 && price.value === null}
          />
        </Row>
      )}
      {kind === 'adjust' && (
        <Field label="在现价上调整" group>
          <SignedPercent value={adjustBp.value} onChange={adjustBp.set} />
        </Field>
      )}
      {[price, adjustBp].map(errorOf).map(
        (message, index) =>
          message && (
            <Note key={index === 0 ? 'price' : 'adjustBp'} top={4} ink="danger" data-field-error>
              {message}
            </Note>
          ),
      )}
      {overtaken !== undefined && overtaken.version === seen && (
        <Notice tone="warning">{overtaken.by}刚改过所选日期，现价见日历；再保存一次将以您填写的为准</Notice>
      )}
      <Row as="p" gap={12} justify="between" note num>
        <span>
          {prices.length > 0 && `原价 ${formatMoney(least)}${most > least ? ` ~ ${formatMoney(most)}` : ''}`}
          {kind === 'stop' && ` · ${layerName}所选日期不再接受新订单，已有订单不变`}
        </span>
        <PublishField
          value={publishAt.value === null ? undefined : String(publishAt.value)}
          onChange={(at) => publishAt.set(at ?? null)}
        />
      </Row>
      <Button
        variant={kind === 'stop' ? 'destroy' : 'primary'}
        size="l"
        block
        loading={form.pending}
        onClick={() => void form.send()}
      >
        {kind === 'stop' ? '停售' : kind === 'open' ? '开放' : kind === 'restore' ? '恢复' : '保存价格'}
      </Button>
    </Stack>
  )
}

function SignedPercent({ value, onChange }: { value: number | null; onChange: (bp: number | null) => void }) {
  const [down, setDown] = useState(false)
  const sign = (bp: number | null, lower: boolean) => onChange(bp === null ? null : lower ? -bp : bp)
  const size = value === null ? null : Math.abs(value)
  return (
    <Row as="span" gap={8}>
      <Button
        size="s"
        variant="tint"
        aria-label={down ? '下调，点按改为上调' : '上调，点按改为下调'}
        onClick={() => {
          setDown(!down)
          sign(size, !down)
        }}
      >
        {down ? '下调' : '上调'}
      </Button>
      <NumberInput aria-label="调整比例" times={100} suffix="%" value={size} onChange={(bp) => sign(bp, down)} />
    </Row>
  )
}
