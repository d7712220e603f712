import { hasSlip, type PayWay } from '@cheyi/domain/money/payment/codes'
import type { ReactNode } from 'react'
import { TextField } from '../../../../form/fields.tsx'
import type { FormField } from '../../../../form/form-field.ts'
import { UploadsField } from '../../../../form/uploads-field.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import { isByCode, type Taking } from './use-taking.ts'
import { WayField } from './way-field.tsx'

interface TakingFieldsProps {
  readonly fields: {
    readonly payWay: FormField<PayWay | null>
    readonly slipNo?: FormField<string | null>
    readonly voucherIds: FormField<readonly string[] | null>
  }
  readonly taking: Taking
  readonly hint?: ReactNode
  /** A slip number also requires a picture of the slip. */
  readonly provesSlip?: boolean
  /** Called if the customer pays on their own phone instead. */
  readonly onLink?: (() => void) | undefined
}

/** Payment method, slip number and picture of the slip; a payment by code needs neither number nor picture. */
export function TakingFields({ fields, taking, hint, provesSlip = false, onLink }: TakingFieldsProps) {
  const { ways, usual, vouchers } = taking
  const { payWay, slipNo, voucherIds } = fields
  if (ways.length === 0 && hint === undefined) return <Notice>商户未开通收款方式</Notice>
  return (
    <>
      <WayField of={payWay} ways={ways} usual={usual} optional={false} hint={hint} />
      {onLink && ways.some(isByCode) && (
        <Button variant="text" onClick={onLink}>
          发付款链接给客户
        </Button>
      )}
      {slipNo && hasSlip(payWay.value) && <TextField of={slipNo} optional />}
      {!isByCode(payWay.value) && (
        <UploadsField
          of={voucherIds}
          from={vouchers}
          label="收款凭证"
          optional={!(provesSlip && hasSlip(payWay.value))}
        />
      )}
    </>
  )
}
