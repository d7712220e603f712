import { PlanRows } from '../../../../booking/order/parts/plan-rows.tsx'
import { type Rent, RentFields } from '../../../../booking/order/parts/rent-fields.tsx'
import { TextField } from '../../../../form/fields.tsx'
import { fieldsOf } from '../../../../form/form-field.ts'
import { Field, TextInput } from '../../../../ui/field/field.tsx'
import { Card, Note } from '../../../../ui/layout.tsx'
import type { Booking } from '../use-booking.ts'
import { DiscountWhoMay } from './discount-who-may.tsx'

/** Monthly price, payment interval and payer of a long rental. */
export default function LongCard({ booking, long }: { booking: Booking; long: Rent }) {
  const { entered, enter, leave, quote, problems } = booking
  const term = quote?.term
  const fields = fieldsOf(entered, enter, problems)
  return (
    <>
      <Card title="租金与付款" extra={term && `每${term.payInterval === 1 ? '月' : `${term.payInterval}个月`}一期`}>
        <RentFields
          rent={long}
          onRent={(change) => enter({ long: { ...long, ...change } })}
          listed={term?.monthlyPrice}
          unlisted="按租期取价"
          error={problems.long}
        />
        {entered.reduces.length === 0 && <DiscountWhoMay booking={booking} />}
        {term && <PlanRows rows={term.rows} />}
      </Card>
      {entered.company === null && (
        <Card title="付款单位" extra={<Note>选填；已建档的企业请在「其他」中选企业客户</Note>}>
          <TextField of={fields.payerName} label="单位名称" optional maxLength={60} placeholder="企业全称" />
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
      )}
    </>
  )
}
