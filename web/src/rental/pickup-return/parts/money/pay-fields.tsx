import { formatMoney } from '@cheyi/domain/money'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import type { ReactNode } from 'react'
import { fieldBeside } from '../../../../form/form-field.ts'
import { TakingFields } from '../../../../money/payment/parts/taking/taking-fields.tsx'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Note, Notice, Stack } from '../../../../ui/layout.tsx'
import { methodText } from './settlement-words.ts'
import type { Paying } from './use-paying.ts'

/** Chooses how a balance is paid. `children` are shown under the choice of method. */
export function PayFields({ paying, children }: { paying: Paying; children?: ReactNode }) {
  const { methods, method, left } = paying
  if (paying.balance <= 0) return children
  return (
    <Stack gap={12}>
      {methods.length > 1 && (
        <Segmented
          label="结算方式"
          options={methods.map((value) => ({
            value,
            label: value === expenseSettle.deposit ? methodText[value] : '收款',
          }))}
          value={method}
          onChange={paying.choose}
        />
      )}
      {children}
      {left > 0 && <Notice>仍有{formatMoney(left)}未收，可改选收款或放行</Notice>}
      {(method === expenseSettle.offline || method === expenseSettle.online) && <WayFields paying={paying} />}
      {method === expenseSettle.online && <Note>确认时出示收款码，客户付款后自动确认</Note>}
    </Stack>
  )
}

/** Payment way at the counter and its proof. */
export function WayFields({ paying }: { paying: Paying }) {
  return (
    <TakingFields
      taking={paying.taking}
      fields={{
        payWay: fieldBeside<PayWay | null>(
          'payWay',
          paying.way ?? null,
          (way) => way !== null && paying.chooseWay(way),
          '收款方式',
        ),
        slipNo: fieldBeside<string | null>('slipNo', paying.slipNo, (typed) => paying.setSlipNo(typed ?? ''), '流水号'),
        voucherIds: fieldBeside<readonly string[] | null>('voucherIds', null, () => {}, '收款凭证'),
      }}
    />
  )
}
