import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import type { TestApp } from '../app.ts'
import { book } from './bookings.ts'
import type { World } from './world.ts'

/** Orders that are paid online, and what became of their money. `at`: the test's own application and world, once they are there. */
export function onlineOrders(at: () => { readonly t: TestApp; readonly w: World }) {
  const token = () => at().w.tokens.clerk
  const rows = async (text: string, values: unknown[]) => (await at().t.root.query(text, values)).rows
  return {
    token,
    /** An order that waits for its customer to pay online. */
    awaiting: (more: Omit<Parameters<typeof book>[2] & object, 'form'> = {}) =>
      book(at().t, at().w, { ...more, form: { payMode: payMode.onlineIn } }),
    link: (orderId: string, amount: number, more: Partial<InputOf<typeof contract.payment.collect>> = {}) =>
      at().t.call(
        contract.payment.collect,
        { orderId, payKind: payKind.rent, amount, payWay: payWay.alipay, ...more },
        { token: token() },
      ),
    paymentRow: async (id: string) => (await rows('select * from payment where id = $1', [id]))[0],
    orderRow: async (id: string) => (await rows('select * from "order" where id = $1', [id]))[0],
    outgoing: (orderId: string) =>
      rows(`select * from payment where order_id = $1 and direction = 'out' order by id`, [orderId]),
    /** What the owner was told about payments. */
    titles: async () =>
      (
        await rows(
          `select distinct n.title from notification n join account a on a.id = n.account_id
            where n.ref like 'payment/%' order by 1`,
          [],
        )
      ).map((row) => row.title),
  }
}
