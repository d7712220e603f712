import type { PlainPhrase } from '../../src/words/words.ts'
import { say } from '../../src/words/words.ts'

/** By status of the order: how it stands, and what comes next, in the words of its customer. */
const phrases: Readonly<Record<number, readonly [status: PlainPhrase, next: PlainPhrase | null]>> = {
  0: ['未提交', null],
  1: ['待付款', '付款后预订生效'],
  2: ['等待门店确认', '门店确认后会短信通知您'],
  3: ['已确认', '请按时到店取车，带好身份证和驾驶证'],
  4: ['已备车', '车已备好，请按时到店取车，带好身份证和驾驶证'],
  5: ['用车中', '请按时还车，需要延长请致电门店'],
  6: ['已还车', '感谢使用，押金按约定退还'],
  7: ['取消中', '正在取消，退款将原路退回'],
  8: ['已取消', '订单已取消'],
}

const said = (phrase: PlainPhrase | null | undefined): string => (phrase ? say(phrase as '待付款') : '')

export const statusText = (status: number): string => said(phrases[status]?.[0])
export const nextText = (status: number): string => said(phrases[status]?.[1])
