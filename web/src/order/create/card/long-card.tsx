import { payIntervals } from '@cheyi/domain/instalment/terms'
import { Field } from '../../../ui/field/field.tsx'
import { AmountInput, TextInput } from '../../../ui/field/input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Box, Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { PlanRows } from '../../parts/plan-rows.tsx'
import type { LongEntry } from '../form.ts'
import type { Booking } from '../use-booking.ts'

/** What a long rental costs a month, how it is paid, and who pays it. */
export default function LongCard({ booking, long }: { booking: Booking; long: LongEntry }) {
  const { entered, enter, leave, quote, problems } = booking
  const set = (change: Partial<LongEntry>) => enter({ long: { ...long, ...change } })
  const term = quote?.term
  return (
    <>
      <Card title="租金与付款" extra={term && `每${term.payInterval === 1 ? '月' : `${term.payInterval}个月`}一期`}>
        <Field label="月租金" error={problems.long}>
          <AmountInput
            placeholder={term ? (term.monthlyPrice / 100).toFixed(2) : '按租期取价'}
            value={long.monthlyPrice}
            onChange={(monthlyPrice) => set({ monthlyPrice })}
          />
        </Field>
        <Field label="协议总价" optional>
          <AmountInput placeholder="不改则按月租金合计" value={long.total} onChange={(total) => set({ total })} />
        </Field>
        <Box pad={[4, 16, 12]}>
          <ChipRadios
            label="付款方式"
            options={payIntervals.items.map(({ value, name }) => ({
              value: value as LongEntry['payInterval'],
              label: name,
            }))}
            value={long.payInterval}
            onChange={(payInterval) => set({ payInterval })}
          />
        </Box>
        {term && <PlanRows rows={term.rows} />}
      </Card>
      <Card title="付款单位" extra={<Note>选填，企业客户按单位收款</Note>}>
        <Field label="单位名称" error={problems.payerName} optional>
          <TextInput
            value={entered.payerName}
            maxLength={60}
            placeholder="企业全称"
            onChange={(event) => enter({ payerName: event.target.value })}
          />
        </Field>
        <Field label="税号" error={problems.payerTaxNo} optional>
          <TextInput
            value={entered.payerTaxNo}
            maxLength={20}
            placeholder="15-20位数字或大写字母"
            onChange={(event) => enter({ payerTaxNo: event.target.value.toUpperCase() })}
            onBlur={() => leave('payerTaxNo')}
          />
        </Field>
      </Card>
    </>
  )
}
