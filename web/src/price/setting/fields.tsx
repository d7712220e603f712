import { formatMoney } from '@cheyi/domain/money'
import { addDays, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { ReactNode } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { Button } from '../../ui/button.tsx'
import { weekdayOptions } from '../../ui/date/civil-date.ts'
import { Stepper, Switch } from '../../ui/field/choice.tsx'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput } from '../../ui/field/input.tsx'
import { NumberInput } from '../../ui/field/number-input.tsx'
import { ChipChecks } from '../../ui/frame/chips.tsx'
import { Note, Row } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import type { Layer } from '../parts/layers.ts'
import { TypedRows } from '../parts/typed-rows.tsx'
import { longOfForm, type PriceForm, type TypedMonth, type TypedTier } from './form.ts'

interface PartProps {
  readonly form: PriceForm
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<PriceForm>) => void
}

function Part({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Row as="h2" align="baseline" justify="between" note weight="r" className="price-part">
        {title}
        {extra && <small>{extra}</small>}
      </Row>
      <Card>{children}</Card>
    </section>
  )
}

export function DayPrices({ form, problems, onChange }: PartProps) {
  return (
    <Part title="日租价" extra="元/天">
      <Field label="平日" error={problems.basePrice}>
        <AmountInput
          look="box"
          value={form.basePrice}
          onChange={(basePrice) => onChange({ basePrice })}
          placeholder="请输入日租价"
        />
      </Field>
      <Field label="周末" error={problems.weekendPrice}>
        <AmountInput
          look="box"
          value={form.weekendPrice}
          onChange={(weekendPrice) => onChange({ weekendPrice })}
          placeholder="同平日"
        />
      </Field>
      <Field label="周末为" error={problems.weekendDays} group className="price-weekend">
        <ChipChecks
          label="周末为"
          look="wrap"
          options={weekdayOptions}
          value={[...form.weekendDays]}
          onChange={(weekendDays) => onChange({ weekendDays })}
        />
      </Field>
      <Field label="节假日" error={problems.holidayPrice} hint="国务院公布的法定节假日；调休上班日按平日">
        <AmountInput
          look="box"
          value={form.holidayPrice}
          onChange={(holidayPrice) => onChange({ holidayPrice })}
          placeholder="按星期"
        />
      </Field>
    </Part>
  )
}

export function LengthDiscounts({ form, problems, onChange }: PartProps) {
  return (
    <Part title="多日折扣" extra="租期达到后整单每天按此计价">
      <TypedRows<TypedTier>
        noun="折扣"
        rows={form.tiers}
        fresh={{ fromDays: null, rateBp: null, fixedDayPrice: null, by: 'rate' }}
        onChange={(tiers) => onChange({ tiers })}
        problem={(index) => problems[`tiers.${index}`]}
      >
        {(tier, set, name) => (
          <>
            <NumberInput
              look="box"
              aria-label={`${name}天数`}
              prefix="满"
              suffix="天"
              value={tier.fromDays}
              onChange={(fromDays) => set({ fromDays })}
            />
            <Button
              size="s"
              variant="tint"
              aria-label={tier.by === 'rate' ? `折扣，${name}改按日价` : `日价，${name}改按折扣`}
              onClick={() => set({ by: tier.by === 'rate' ? 'price' : 'rate' })}
            >
              {tier.by === 'rate' ? '折扣' : '日价'}
            </Button>
            {tier.by === 'rate' ? (
              <NumberInput
                look="box"
                aria-label={`${name}折扣`}
                times={100}
                suffix="%"
                value={tier.rateBp}
                onChange={(rateBp) => set({ rateBp })}
              />
            ) : (
              <AmountInput
                look="box"
                aria-label={`${name}日价`}
                value={tier.fixedDayPrice}
                onChange={(fixedDayPrice) => set({ fixedDayPrice })}
              />
            )}
          </>
        )}
      </TypedRows>
    </Part>
  )
}

interface MonthPricesProps extends PartProps {
  readonly place: { readonly storeId: string; readonly modelId: string; readonly source: Layer }
}

export function MonthPrices({ form, problems, onChange, place }: MonthPricesProps) {
  const dear = useDearerThan30Days(form, place)
  return (
    <Part title="长租月价" extra="元/月">
      <TypedRows<TypedMonth>
        noun="月价"
        rows={form.long}
        fresh={{ fromMonths: null, monthlyPrice: null }}
        onChange={(long) => onChange({ long })}
        problem={(index) => problems[`longRows.${index}`]}
      >
        {(tier, set, name) => (
          <>
            <NumberInput
              look="box"
              aria-label={`${name}月数`}
              prefix="满"
              suffix="个月"
              value={tier.fromMonths}
              onChange={(fromMonths) => set({ fromMonths })}
            />
            <AmountInput
              look="box"
              aria-label={`${name}月价`}
              value={tier.monthlyPrice}
              onChange={(monthlyPrice) => set({ monthlyPrice })}
            />
          </>
        )}
      </TypedRows>
      {dear !== null && (
        <Note pad={[8, 16]} ink="warning">
          长租月价不能高于30天短租总价（{formatMoney(dear)}）
        </Note>
      )}
    </Part>
  )
}

const MONTH = 30

/** The rent of 30 days by what is saved, when a monthly price is above it; a warning, nothing is refused. */
function useDearerThan30Days(form: PriceForm, place: MonthPricesProps['place']): number | null {
  const start = startOfDate(addDays(localDate(useNow()), 1)) + 10 * HOUR
  const trips = [{ pickupAt: start, returnAt: start + MONTH * 24 * HOUR }]
  const enabled = form.long.length > 0
  const trial = useRead(calls.price.trial, { ...place, trips }, { enabled, quiet: true, keepPrevious: true })
  const rent = trial.data?.[0]?.rent ?? null
  return rent !== null && longOfForm(form).some(({ monthlyPrice }) => monthlyPrice > rent) ? rent : null
}

export function RentalRules({ form, problems, onChange }: PartProps) {
  return (
    <Part title="用车规则">
      <Field label="超时每小时" error={problems.overHourPrice} hint="不填按当日日租的几分之一自动计算">
        <AmountInput
          look="box"
          value={form.overHourPrice}
          onChange={(overHourPrice) => onChange({ overHourPrice })}
          placeholder="自动"
        />
      </Field>
      {form.overHourPrice === null && (
        <Field label="日租的" error={problems.overHourDivisor}>
          <NumberInput
            look="box"
            prefix="1 /"
            value={form.overHourDivisor}
            onChange={(overHourDivisor) => onChange({ overHourDivisor })}
          />
        </Field>
      )}
      <Field label="起租天数" error={problems.minDays} group>
        <Stepper
          label="起租天数"
          min={1}
          max={30}
          maxReason="最多 30 天"
          value={form.minDays}
          onChange={(minDays) => onChange({ minDays })}
        />
      </Field>
      <Field label="最长租期" error={problems.maxDays}>
        <NumberInput
          look="box"
          suffix="天"
          placeholder="不限"
          value={form.maxDays}
          onChange={(maxDays) => onChange({ maxDays })}
        />
      </Field>
      <Field label="提前预订" error={problems.advanceMinMinutes} hint="渠道订单须提前；门店下单只提示">
        <NumberInput
          look="box"
          suffix="分钟"
          placeholder="按门店设置"
          value={form.advanceMinMinutes}
          onChange={(advanceMinMinutes) => onChange({ advanceMinMinutes })}
        />
      </Field>
      <Field label="节假日折扣" hint="节假日和日历特价也享受多日折扣" group>
        <Switch
          label="节假日折扣"
          checked={form.discountOnHoliday}
          onChange={(event) => onChange({ discountOnHoliday: event.target.checked })}
        />
      </Field>
      <Field label="启用" hint="停用后不再报价，已有订单不受影响" group>
        <Switch label="启用" checked={form.enabled} onChange={(event) => onChange({ enabled: event.target.checked })} />
      </Field>
    </Part>
  )
}
