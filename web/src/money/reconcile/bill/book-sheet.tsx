import { formatMoney } from '@cheyi/domain/money'
import { bookingName, differenceKind, lineKind as lineKindCode } from '@cheyi/domain/money/reconcile/compare'
import { SIGNED_DIFFERENCE } from '@cheyi/domain/platform/approval/rules'
import { reconcileClear } from '../../../form/calls/reconcile-clear.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { Notice } from '../../../ui/layout.tsx'
import type { Difference } from './difference-card.tsx'

const usual = {
  [differenceKind.missingHere]: ['渠道后台直接收款', '重复收款', '测试交易'],
  [differenceKind.missingThere]: ['渠道漏记，已确认', '客户已撤销付款', '渠道延迟结算'],
  [differenceKind.otherSum]: ['渠道优惠差额', '客户多付', '客户少付'],
  [differenceKind.otherState]: ['渠道已入账，系统未确认', '已改由其他方式处理'],
} as const

/**
 * Posts a difference to the ledger as the provider reports it, with a reason. The posting is dated today and cannot be reversed.
 */
export default function BookSheet({ difference, answer }: { readonly difference: Difference } & Asks<boolean>) {
  const { id, kind, lineKind, theirs, ours, storeId } = difference
  const { stores } = useCurrentStore()
  const name = bookingName(kind)
  const sign = lineKind === lineKindCode.payment ? 1 : -1
  // A payment that never succeeded here has no ledger entry, so nothing is subtracted.
  const held = kind === differenceKind.otherState ? 0 : (ours ?? 0)
  const fen = sign * ((theirs ?? 0) - held)
  const form = useEntry(reconcileClear, {
    start: { id, action: 'book', ...(storeId === null ? {} : { storeId }) },
    also: ({ reason, storeId: of }) => ({
      reason: !reason && '请填写原因',
      storeId: of === null && '请选择入账门店',
    }),
    toast: `已${name}`,
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title={`${name}差异`}
      of={form}
      field={form.fields.reason}
      usual={usual[kind]}
      action={`${name} ${formatMoney(fen)}`}
    >
      <Notice tone={Math.abs(fen) > SIGNED_DIFFERENCE ? 'warning' : 'primary'}>
        {`按账单入账，差额 ${formatMoney(fen)} 记入对账差异，入账后不能撤销`}
        {Math.abs(fen) > SIGNED_DIFFERENCE && `；超过 ${formatMoney(SIGNED_DIFFERENCE)}，需另一名有权限的人员确认`}
      </Notice>
      {storeId === null && (
        <SelectField
          of={form.fields.storeId}
          label="入账门店"
          optional={false}
          options={stores.map((store) => ({ value: store.id, label: store.name }))}
        />
      )}
    </ReasonSheet>
  )
}
