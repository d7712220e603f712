import { hasSlip, onlinePayWays, type PayWay } from '@cheyi/domain/money/payment/codes'
import type { ReactNode } from 'react'
import { TextField } from '../../../../form/fields.tsx'
import type { FormField } from '../../../../form/form-field.ts'
import { type Slot, UploadsField } from '../../../../form/uploads-field.tsx'
import { Button, Notice } from '../../../../ui/layout.tsx'
import { useUsualWay } from './usual-way.ts'
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

/** The customer scans a code to pay; any other method is recorded manually. */
export const isByCode = (way: PayWay | null | undefined): way is PayWay => way != null && onlinePayWays.includes(way)

interface Typed {
  readonly payWay: PayWay | null
  readonly slipNo: string | null
}

export type Taking = ReturnType<typeof useTaking>

/**
 * The rules of every form that takes a payment: the proposed method, the check that one is chosen, and the input to send.
 * `TakingFields` renders them.
 * @param vouchers pictures that prove a manually recorded payment
 */
export function useTaking(ways: readonly PayWay[], vouchers: Slot) {
  const usual = useUsualWay(ways)
  return {
    ways,
    usual,
    vouchers,
    proposed: usual.proposed,
    remember: usual.remember,
    slipOf: ({ payWay, slipNo }: Typed) => (hasSlip(payWay) ? slipNo : null),
    proofOf: (way: PayWay | null) => (isByCode(way) ? undefined : vouchers),
    /** A missing method is an error, so that a payment that was not received is not recorded as received. */
    missing: (way: PayWay | null) => way === null && '请选择收款方式',
  }
}
