import { hasSlip, type PayWay } from '@cheyi/domain/money/payment/codes'
import { TextField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { WayField } from './taking/way-field.tsx'
import type { PaidBack } from './use-paid-back.ts'

interface PaidBackFieldsProps {
  readonly fields: {
    readonly payWay: FormField<PayWay | null>
    readonly slipNo: FormField<string | null>
  }
  readonly paidBack: PaidBack
}

/** The payment method of a manual refund, and its slip number. */
export const PaidBackFields = ({ fields: { payWay, slipNo }, paidBack: { ways, usual } }: PaidBackFieldsProps) =>
  ways.length === 0 ? null : (
    <>
      <WayField of={payWay} ways={ways} usual={usual} optional={false} />
      {hasSlip(payWay.value) && <TextField of={slipNo} />}
    </>
  )
