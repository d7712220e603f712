import { formatMoney } from '@cheyi/domain/money'
import { isAssessing } from '@cheyi/domain/rental/damage/claim'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { damageSave } from '../../../form/calls/damage-save.gen.ts'
import { asking, type Beside } from '../../../form/form-call.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { type Damage, damageName } from '../parts/damage-words.ts'

const askClose = asking(damageSave, {
  reason: { label: '关闭原因', max: [200, '关闭原因不能超过200字'] } as Beside<string>,
})

/** Withdraws a case: its claim is cancelled, and collected money is refunded. */
export default reasonSheet(askClose, ({ orderId, row }: { readonly orderId: string; readonly row: Damage }) => ({
  title: '关闭车损单',
  usual: ['原有旧伤', '客户自行修复', '保险全额赔付', '登记有误'],
  action: '关闭',
  variant: 'danger',
  start: { orderId, id: row.id, version: row.version },
  toInput: (value) => ({ ...value, close: { reason: value.reason ?? '' } }),
  missing: '请填写关闭原因',
  toast: '车损单已关闭',
  about: (
    <>
      <SubjectOf orderId={orderId} />
      <Notice>
        {damageName(row)}
        {isAssessing(row.status) ? '，尚未定损' : `，${formatMoney(row.payable)} 不再待收，已收的退还客户`}
      </Notice>
    </>
  ),
}))
