import type { NextStep } from '@cheyi/domain/sales/site/next-step'
import type { PlainPhrase } from '../../src/words/words.ts'
import { say } from '../../src/words/words.ts'

/** By status of the order: how it stands, in the words of its customer. */
const statuses: Readonly<Record<number, PlainPhrase>> = {
  0: '未提交',
  1: '待付款',
  2: '等待门店确认',
  3: '已确认',
  4: '已备车',
  5: '用车中',
  6: '已还车',
  7: '取消中',
  8: '已取消',
}

const next: Readonly<Record<NextStep, PlainPhrase>> = {
  pay: '请完成付款',
  accept: '门店确认后会短信通知您',
  sign: '请签署合同',
  deposit: '取车前请交押金，也可以到店交',
  selfPickup: '现在可以自助取车',
  documents: '请先上传证件照片，取车更快',
  come: '请按时到店取车，带好身份证和驾驶证',
  renewal: '付款后续租生效',
  late: '已过还车时间，请尽快还车或续租',
  selfReturn: '还车时请在这里自助还车',
  bring: '请按时还车',
  violation: '有违章需要您处理',
  depositBack: '已还车，押金按约定退还',
  refund: '正在取消，退款将原路退回',
  cancelled: '订单已取消',
  thanks: '感谢使用',
}

export const statusText = (status: number): string => (statuses[status] ? say(statuses[status] as '待付款') : '')
export const nextText = (step: NextStep): string => say(next[step] as '待付款')
