import { orderKinds, orderStatuses, pickupTypes, returnTypes } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { call } from './kernel/call.ts'
import { Count, codeOut, FenOut, IdOut, id, maybe, TimeOut, wordOut } from './kernel/field.ts'

/** What a to-do asks for; the order of the list is by urgency, not by this. `refund`: it failed, `payback`: by hand, `payCheck`: a payment left undecided or of another sum,
 * `noShow`: the customer did not come, `violationRelease`: the violation deposit is due. */
export const todoKinds = [
  'overdue',
  'lateReturn',
  'return',
  'latePickup',
  'pickup',
  'arrange',
  'confirm',
  'refund',
  'payback',
  'payCheck',
  'noShow',
  'violationRelease',
] as const

/** One order waiting for a person. The phone is masked. */
export const Todo = z.object({
  kind: wordOut(todoKinds),
  /** When it is, or was, due. */
  at: TimeOut,
  orderId: IdOut,
  orderNo: z.string(),
  orderKind: codeOut(orderKinds),
  status: codeOut(orderStatuses),
  modelName: z.string(),
  plate: z.string().nullable(),
  contactName: z.string(),
  phone: z.string(),
  pickupType: codeOut(pickupTypes),
  returnType: codeOut(returnTypes),
  storeName: z.string(),
  /** Delivery or collection address; null at the store. */
  address: z.string().nullable(),
  driverName: z.string().nullable(),
  selfService: z.boolean(),
  /** What goes back to the customer, or is to be looked after, fen; null where it is not about money. */
  amountFen: FenOut.nullable(),
  /** The newest pinned remark, or null. */
  note: z.string().nullable(),
  /** The one verb that moves it on: code of an order action, and its text. */
  action: z.string(),
  actionLabel: z.string(),
})

/** One to-do as it leaves. */
export type Todo = z.output<typeof Todo>

export const todo = {
  counts: call({
    method: 'POST',
    path: '/api/data/v1/todo',
    summary: '待办计数',
    permission: 'signedIn',
    effect: 'read',
    input: z.object({ storeId: maybe(id('门店')) }),
    /** Only counters whose key the account holds; `link` is the path of the screen that lists them, `fen` what it is about. */
    output: z.array(
      z.object({ code: z.string(), name: z.string(), count: Count, fen: FenOut.nullable(), link: z.string() }),
    ),
  }),
}
