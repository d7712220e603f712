import { expenseSettle } from '@cheyi/domain/expense/codes'
import { formatAmount } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/payment/codes'
import type { ReactNode } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { methodText } from './settlement-words.ts'
import type { Paying } from './use-paying.ts'

/** Chooses how a balance is paid. `children` stand under the choice of method. */
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
      {left > 0 && <Notice>仍有{formatAmount(left)}元未收，可改选收款，或由有权限的人员放行</Notice>}
      {(method === expenseSettle.offline || method === expenseSettle.online) && <WayFields paying={paying} />}
      {method === expenseSettle.online && <Note>确认时出示收款码，客户付款后自动确认</Note>}
    </Stack>
  )
}

/** By which way money comes in, and what proves it. */
export function WayFields({ paying }: { paying: Paying }) {
  const { method, ways, way, vouchers } = paying
  return (
    <>
      <Field label="收款方式" layout="stack" group>
        <ChipRadios
          look="tile"
          label="收款方式"
          options={ways.map((value) => ({ value, label: payWays.text(value) }))}
          value={way}
          onChange={paying.chooseWay}
        />
      </Field>
      {method !== expenseSettle.online && (
        <Field label="收款凭证" layout="stack" group optional>
          <UploadGrid {...vouchers.grid} addLabel="添加凭证" />
        </Field>
      )}
    </>
  )
}
