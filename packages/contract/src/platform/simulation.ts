import { onlinePayWays } from '@cheyi/domain/money/payment/codes'
import { notifyWays } from '@cheyi/domain/platform/notify/notice'
import { checkedPapers, simulatedAnswers } from '@cheyi/domain/rental/driver/paper-check'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, fen, flag, maybe, text, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** How a simulated provider fails; `down`: it answers no request. */
export const simulatedFaults = [
  'none',
  'delay',
  'repeat',
  'lose',
  'forge',
  'wrongAmount',
  'timeOutAfterSuccess',
  'refuse',
  'refuseRefund',
  'pendingRefunds',
  'refuseCapture',
  'undecided',
  'paidInParts',
  'unbilled',
  'billedOther',
  'discounted',
  'billLate',
  'billTorn',
  'down',
] as const

const SimulatedTrade = z.object({
  no: z.string(),
  provider: out.word(['alipay', 'wechat']),
  outTradeNo: z.string(),
  subject: z.string(),
  amount: out.fen,
  refunded: out.fen,
  isHold: z.boolean(),
  held: out.fen,
  captured: out.fen,
  state: out.word(['waiting', 'succeeded', 'closed']),
  fault: out.word(simulatedFaults),
  at: out.time,
})

/**
 * Simulated external services of a demo: nothing is really sent, and these calls show what would have been. Not found
 * on any other installation.
 */
export const simulation = {
  messages: read({
    path: '/api/simulation/v1/sms',
    summary: '模拟短信收件箱',
    permission: 'public',
    output: z.object({
      list: z.array(z.object({ at: out.time, mobile: z.string(), template: z.string(), text: z.string() })),
      /** Notifications that were pushed to phones. */
      rings: z.array(
        z.object({
          at: out.time,
          way: out.code(notifyWays),
          address: z.string(),
          title: z.string(),
          body: z.string(),
          link: z.string().nullable(),
        }),
      ),
    }),
  }),
  follow: write({
    path: '/api/simulation/v1/wechat/follow',
    summary: '模拟关注公众号',
    permission: 'public',
    repeat: 'natural',
    input: z.object({
      scene: text(0, 64, '场景'),
      name: text(1, 20, '微信昵称'),
      on: flag('请选择关注或取消关注', '关注'),
    }),
  }),
  partnerCode: write({
    path: '/api/simulation/v1/wukong/code',
    summary: '模拟合作渠道授权码',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ partnerUserId: text(1, 60, '渠道用户') }),
    output: z.object({ code: z.string() }),
  }),
  payAccount: read({
    path: '/api/simulation/v1/pay/account',
    summary: '模拟支付商户号',
    permission: 'public',
    input: z.object({ payWay: code(onlinePayWays, '支付渠道') }),
    output: z.object({
      appId: z.string(),
      merchantNo: z.string(),
      privateKey: z.string(),
      keySerial: z.string(),
      providerKey: z.string(),
      providerKeyId: z.string(),
      secret: z.string(),
      appSecret: z.string(),
    }),
  }),
  payTrades: read({
    path: '/api/simulation/v1/pay/trades',
    summary: '模拟支付交易',
    permission: 'public',
    input: z.object({ no: maybe(text(0, 40, '交易')) }),
    output: z.object({ list: z.array(SimulatedTrade) }),
  }),
  register: write({
    path: '/api/simulation/v1/register',
    summary: '模拟证件核验结果',
    permission: 'public',
    repeat: 'natural',
    input: z.object({
      /** Missing: the identity card. */
      paper: maybe(word(checkedPapers, '证件')),
      name: text(2, 60, '姓名'),
      answer: word(simulatedAnswers, '结果'),
    }),
  }),
  payAct: write({
    path: '/api/simulation/v1/pay/act',
    summary: '模拟付款人与支付渠道',
    permission: 'public',
    repeat: 'natural',
    input: z.object({
      /** Of one transaction; missing: of the whole provider. */
      no: maybe(text(0, 40, '交易')),
      /** Action of its payer; `flush` sends delayed answers. */
      act: maybe(word(['approve', 'refuse', 'expire', 'takeBack', 'refundThere', 'flush'], '操作')),
      /** Amount of a refund in the provider's back office; missing: all that is left. */
      fen: maybe(fen('退款金额')),
      fault: maybe(word(simulatedFaults, '故障')),
    }),
    output: z.object({ trade: SimulatedTrade.nullable() }),
  }),
}
