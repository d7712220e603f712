import { formatMoney } from '@cheyi/domain/money'
import { addDays, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { ReactNode } from 'react'
import { FieldRow, type RowProps, Theirs } from '../../../form/field-row.tsx'
import { errorOf } from '../../../form/form-field.ts'
import type { Filled } from '../../../form/use-fields.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { weekdayOptions } from '../../../ui/date/civil-date.ts'
import { AmountInput, type AmountInputProps } from '../../../ui/field/amount-input.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { NumberInput, type NumberInputProps } from '../../../ui/field/number-input.tsx'
import { Stepper } from '../../../ui/field/stepper.tsx'
import { ChipChecks } from '../../../ui/frame/chips.tsx'
import { Button, Card, Note, Row } from '../../../ui/layout.tsx'
import type { Layer } from '../parts/layers.ts'
import { TypedRows } from '../parts/typed-rows.tsx'
import { longOfForm, type PriceForm, type TypedMonth, type TypedTier, wordsOf } from './form.ts'

interface PartProps {
  readonly fields: Filled<PriceForm>['fields']
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

type RuleProps<V> = Pick<RowProps<V>, 'of' | 'hint' | 'className'> & { readonly label: string }

/** A field of the rule, with the same texts as in the price history. */
const RuleRow = <V,>({
  of,
  ...row
}: RuleProps<V> & { readonly group?: boolean; readonly inline?: boolean; readonly children: ReactNode }) => (
  <FieldRow {...row} of={of} optional={false} words={wordsOf(of.name as keyof PriceForm) as (value: V) => string} />
)

const AmountRow = ({ of, placeholder, ...row }: RuleProps<number | null> & Pick<AmountInputProps, 'placeholder'>) => (
  <RuleRow {...row} of={of}>
    <AmountInput value={of.value} onChange={of.set} placeholder={placeholder} />
  </RuleRow>
)

type NumberRowProps = RuleProps<number | null> & Pick<NumberInputProps, 'prefix' | 'suffix' | 'placeholder'>

const NumberRow = ({ of, prefix, suffix, placeholder, ...row }: NumberRowProps) => (
  <RuleRow {...row} of={of}>
    <NumberInput {...{ prefix, suffix, placeholder }} value={of.value} onChange={of.set} />
  </RuleRow>
)

const SwitchRow = ({ of, ...row }: RuleProps<boolean>) => (
  <RuleRow {...row} of={of} group inline>
    <Switch label={row.label} checked={of.value} onChange={(event) => of.set(event.target.checked)} />
  </RuleRow>
)

export function DayPrices({ fields }: PartProps) {
  return (
    <Part title="日租价" extra="元/天">
      <AmountRow of={fields.basePrice} label="平日" placeholder="请输入日租价" />
      <AmountRow of={fields.weekendPrice} label="周末" placeholder="同平日" />
      <RuleRow of={fields.weekendDays} label="周末为" group>
        <ChipChecks
          label="周末为"
          look="wrap"
          options={weekdayOptions}
          value={[...fields.weekendDays.value]}
          onChange={fields.weekendDays.set}
        />
      </RuleRow>
      <AmountRow
        of={fields.holidayPrice}
        label="节假日"
        hint="国务院公布的法定节假日；调休上班日按平日"
        placeholder="按星期"
      />
    </Part>
  )
}

export function LengthDiscounts({ fields }: PartProps) {
  return (
    <Part title="多日折扣" extra="租期达到后整单每天按此计价">
      <TypedRows<TypedTier>
        noun="折扣"
        rows={fields.tiers.value}
        fresh={{ fromDays: null, rateBp: null, fixedDayPrice: null, by: 'rate' }}
        onChange={fields.tiers.set}
        problem={(index) => errorOf({ ...fields.tiers, name: `tiers.${index}` })}
      >
        {(tier, set, name) => (
          <>
            <NumberInput
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
                aria-label={`${name}折扣`}
                times={100}
                suffix="%"
                value={tier.rateBp}
                onChange={(rateBp) => set({ rateBp })}
              />
            ) : (
              <AmountInput
                aria-label={`${name}日价`}
                value={tier.fixedDayPrice}
                onChange={(fixedDayPrice) => set({ fixedDayPrice })}
              />
            )}
          </>
        )}
      </TypedRows>
      <Theirs of={fields.tiers} words={wordsOf('tiers')} />
    </Part>
  )
}

interface MonthPricesProps extends PartProps {
  readonly place: { readonly storeId: string; readonly modelId: string; readonly source: Layer }
}

export function MonthPrices({ fields, place }: MonthPricesProps) {
  const dear = useDearerThan30Days(fields.longRows.value, place)
  return (
    <Part title="长租月价" extra="元/月">
      <TypedRows<TypedMonth>
        noun="月价"
        rows={fields.longRows.value}
        fresh={{ fromMonths: null, monthlyPrice: null }}
        onChange={fields.longRows.set}
        problem={(index) => errorOf({ ...fields.longRows, name: `longRows.${index}` })}
      >
        {(tier, set, name) => (
          <>
            <NumberInput
              aria-label={`${name}月数`}
              prefix="满"
              suffix="个月"
              value={tier.fromMonths}
              onChange={(fromMonths) => set({ fromMonths })}
            />
            <AmountInput
              aria-label={`${name}月价`}
              value={tier.monthlyPrice}
              onChange={(monthlyPrice) => set({ monthlyPrice })}
            />
          </>
        )}
      </TypedRows>
      <Theirs of={fields.longRows} words={wordsOf('longRows')} />
      {dear !== null && (
        <Note pad={[8, 16]} ink="warning">
          长租月价不能高于30天短租总价（{formatMoney(dear)}）
        </Note>
      )}
    </Part>
  )
}

const MONTH = 30

/** The rent for 30 days at the saved daily prices, if a monthly price is higher; this is only a warning. */
function useDearerThan30Days(longRows: PriceForm['longRows'], place: MonthPricesProps['place']): number | null {
  const start = startOfDate(addDays(localDate(useNow()), 1)) + 10 * HOUR
  const trips = [{ pickupAt: start, returnAt: start + MONTH * 24 * HOUR }]
  const enabled = longRows.length > 0
  const trial = useRead(calls.price.trial, { ...place, trips }, { enabled, keepPrevious: true })
  const rent = trial.data?.[0]?.rent ?? null
  return rent !== null && longOfForm({ longRows }).some(({ monthlyPrice }) => monthlyPrice > rent) ? rent : null
}

export function RentalRules({ fields }: PartProps) {
  return (
    <Part title="用车规则">
      <AmountRow
        of={fields.overHourPrice}
        label="超时每小时"
        hint="不填按当日日租的几分之一自动计算"
        placeholder="自动"
      />
      {fields.overHourPrice.value === null && (
        <NumberRow of={fields.overHourDivisor} label="自动按日租的" prefix="1 /" />
      )}
      <RuleRow of={fields.minDays} label="起租天数" group inline>
        <Stepper
          label="起租天数"
          min={1}
          max={30}
          maxReason="最多 30 天"
          value={fields.minDays.value}
          onChange={fields.minDays.set}
        />
      </RuleRow>
      <NumberRow of={fields.maxDays} label="最长租期" suffix="天" placeholder="不限" />
      <NumberRow
        of={fields.advanceMinMinutes}
        label="提前预订"
        hint="渠道订单须提前；门店下单只提示"
        suffix="分钟"
        placeholder="按门店设置"
      />
      <SwitchRow of={fields.discountOnHoliday} label="节假日折扣" hint="节假日和日历特价也享受多日折扣" />
      <SwitchRow of={fields.enabled} label="启用" hint="停用后不再报价，已有订单不受影响" />
    </Part>
  )
}
