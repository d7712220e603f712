import { spacePhone } from '@cheyi/domain/mask'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { isWide } from '../../../kernel/device/media-query.ts'
import { copyText } from '../../../kernel/device/native-acts.ts'

/**
 * Calls the customer of an order. The full number is requested at that moment, and the request is recorded; a phone dials it, a computer
 * shows it.
 */
export function useContact(orderId: string): { readonly contact: () => Promise<void>; readonly pending: boolean } {
  const { run, pending } = useWrite(calls.order.contact)
  return {
    pending,
    async contact() {
      const answer = await run({ orderId })
      if (!answer) return
      if (!isWide()) return location.assign(`tel:${answer.phone}`)
      const copy = await feedback.ask({
        title: spacePhone(answer.phone),
        text: '本次查看已记录',
        confirm: '复制号码',
        cancel: '关闭',
      })
      if (copy) await copyText(answer.phone, '号码已复制')
    },
  }
}
