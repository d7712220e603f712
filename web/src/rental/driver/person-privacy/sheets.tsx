import { requestKinds } from '@cheyi/domain/rental/driver/request'
import { formatLocal } from '@cheyi/domain/time'
import { driverAnswerPrivacy } from '../../../form/calls/driver-answer-privacy.gen.ts'
import { driverErasePerson } from '../../../form/calls/driver-erase-person.gen.ts'
import { driverHoldOrder } from '../../../form/calls/driver-hold-order.gen.ts'
import { driverRequestPrivacy } from '../../../form/calls/driver-request-privacy.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Note, Notice } from '../../../ui/layout.tsx'
import type { Kept } from './data-card.tsx'

/** Records a customer's request; it is due in 15 days. */
export function RequestSheet({ personId, answer }: { readonly personId: string } & Asks<true>) {
  const form = useEntry(driverRequestPrivacy, {
    start: { personId },
    toast: '已登记，请在15日内办理',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记客户请求" of={form} action="登记">
      <CodeField of={form.fields.kind} codes={requestKinds} />
      <TextAreaField of={form.fields.note} placeholder="客户的原话、要更正的内容" />
      <Note>请先核实是客户本人提出</Note>
    </EntrySheet>
  )
}

interface AnswerSheetProps extends Asks<true> {
  readonly requestId: string
  /** Name of the request. */
  readonly name: string
  readonly done: boolean
}

/** Closes a customer's request with a text. */
export function AnswerSheet({ requestId, name, done, answer }: AnswerSheetProps) {
  const form = useEntry(driverAnswerPrivacy, {
    start: { requestId, done },
    toast: '已答复',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={done ? '已办理' : '不予办理'} of={form} action="保存答复">
      <Note>客户请求：{name}</Note>
      <TextAreaField of={form.fields.answer} placeholder={done ? '办理了什么' : '向客户说明的理由'} />
    </EntrySheet>
  )
}

interface HoldSheetProps extends Asks<true> {
  readonly orderId: string
  readonly orderNo: string
  readonly on: boolean
}

/** Puts a retention hold on an order's data for a case, or removes it. */
export function HoldSheet({ orderId, orderNo, on, answer }: HoldSheetProps) {
  const form = useEntry(driverHoldOrder, {
    start: { orderId, on },
    toast: on ? '已保全' : '已解除保全',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={on ? '保全订单资料' : '解除保全'} of={form} action={on ? '保全' : '解除'}>
      <Note>
        订单 {orderNo}
        {on ? '：保全期间，相关资料到期不清理，客户也不能删除' : '：解除后按保存期限清理'}
      </Note>
      <TextAreaField of={form.fields.reason} placeholder={on ? '如 交警调取、保险理赔、诉讼' : '如 案件已结'} />
    </EntrySheet>
  )
}

interface EraseSheetProps extends Asks<true> {
  readonly personId: string
  readonly name: string
  readonly kept: readonly Kept[]
}

/** Deletes a customer's data permanently, after showing what must stay by law and until when. */
export function EraseSheet({ personId, name, kept, answer }: EraseSheetProps) {
  const form = useEntry(driverErasePerson, {
    start: { personId },
    toast: '个人信息已删除',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="删除客户信息" of={form} action="删除" variant="destroy">
      <Notice tone="danger">{name} 的姓名、电话、证件号码与照片将被永久删除，不能恢复</Notice>
      {kept.length > 0 && <Note>依法须保留：{kept.map(keptWords).join('；')}</Note>}
      <TextAreaField of={form.fields.reason} placeholder="如 客户书面要求删除" />
    </EntrySheet>
  )
}

const keptWords = ({ what, until, why }: Kept) => `${what}至 ${formatLocal(until, 'YYYY-MM-DD')}（${why}）`
