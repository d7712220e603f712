import { paidBackWays, payKinds, paymentStatuses, payWays } from '@cheyi/domain/payment/codes'
import { onlinePayWays } from '@cheyi/domain/payment/provider'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import {
  code,
  Flag,
  fen,
  flag,
  id,
  linkToken,
  maybe,
  mediaIds,
  orElse,
  slipNo,
  text,
  Version,
  word,
} from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { correction } from './payment-correction.ts'
import { flow } from './payment-flow.ts'
import { ledger } from './payment-ledger.ts'
import { receipt } from './payment-receipt.ts'

/** Where a pay link is opened: a phone's browser, a desktop's, a code to scan, an app (which opens its browser). */
export const payClients = ['h5', 'web', 'qr', 'native'] as const

/**
 * How money really went that a clerk paid back, and the number on the slip of it. Without a way it went as it came, and as
 * 其他 what had come through a provider. 平台 is for what a platform had collected.
 */
export const paidBackBy = { payWay: maybe(code(paidBackWays, '退款方式')), slipNo: slipNo() }

const t = linkToken()

/** What a page asks of WeChat, which it is open in. */
export const bridgeCalls = ['getBrandWCPayRequest', 'openBusinessView'] as const

/** How a provider holds a deposit: it is frozen, or the provider answers for its customer. */
export const holdManners = ['frozen', 'credit'] as const

const State = z.object({
  paymentId: out.id,
  status: out.code(paymentStatuses),
  paidAt: out.time.nullable(),
  failReason: z.string().nullable(),
  /** Of a payment that waits for its customer: the page to open, the text of the code to scan; null until the provider gave it. */
  url: z.string().nullable(),
  qr: z.string().nullable(),
  expiresAt: out.time.nullable(),
})

/** What the provider said to a signed question under a contract. */
const ChannelCheck = z.object({
  state: out.word(['right', 'wrong', 'unreached']),
  /** The field that is wrong. */
  field: z.string().nullable(),
  words: z.string(),
})

/** A contract with a payment provider. Its secrets show by what tells them from others. */
const Channel = z.object({
  id: out.id,
  storeId: out.id.nullable(),
  storeName: z.string().nullable(),
  payWay: out.code(payWays),
  appId: z.string(),
  merchantNo: z.string(),
  keySerial: z.string(),
  providerKey: z.string(),
  providerKeyId: z.string(),
  /** WeChat: the certificates that it signs by, as it gave them last. */
  certificates: z.array(z.object({ serial: z.string(), from: out.time, to: out.time, ended: z.boolean() })),
  /** WeChat: when it last said which those are; null: never. */
  certificatesAt: out.time.nullable(),
  /** WeChat: why the last question brought nothing; '' when it did, or none are needed. */
  certificatesFault: z.string(),
  serviceId: z.string(),
  /** SHA-256 of the public half of the private key, its first 16 digits. */
  fingerprint: z.string(),
  /** The last four characters of the APIv3 key. */
  secretTail: z.string().nullable(),
  /** The last four characters of the app secret. */
  appSecretTail: z.string().nullable(),
  enabled: z.boolean(),
  version: out.count,
})

export const payment = {
  ...flow,
  ...ledger,
  ...correction,
  ...receipt,
  collect: write({
    path: '/api/order/v1/get_pay_url',
    summary: '收款',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      payKind: code(payKinds, '收款项目'),
      refId: maybe(id('关联单据')),
      amount: fen('收款金额', 1),
      voucherIds: maybe(mediaIds('收款凭证')),
      slipNo: slipNo(),
      /** A way recorded by hand (cash, bank, POS, other) succeeds at once and makes no link. */
      payWay: code(payWays, '收款方式'),
      client: maybe(word(payClients, '打开方式')),
    }),
    output: State,
    refusals: ['orderStatusRefuses', 'alreadyPaid', 'amountWrong', 'payWayClosed', 'channelRefused'],
    refreshes: [
      'order',
      'overview',
      'todo',
      'expense',
      'deposit',
      'supplement',
      'damage',
      'reimbursement',
      'renewal',
      'pickupReturn.task',
    ],
  }),
  charge: write({
    path: '/api/order/v1/charge_auth_code',
    summary: '扫客户付款码',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      /** The payment whose code waits to be scanned: it is closed, and the same is charged by the customer's own code. */
      paymentId: id('支付单'),
      /** Says by itself which provider it is of; kept nowhere. */
      authCode: text(16, 40, '付款码', '请扫描或输入客户的付款码'),
    }),
    /** Of the payment that charges, which has an id of its own. */
    output: State,
    refusals: ['paymentNotFound', 'alreadyPaid', 'payWayClosed', 'channelRefused'],
    refreshes: [
      'order',
      'overview',
      'todo',
      'expense',
      'deposit',
      'supplement',
      'damage',
      'renewal',
      'pickupReturn.task',
    ],
  }),
  query: write({
    path: '/api/order/v1/query_pay_result',
    summary: '查询支付结果',
    permission: ['order.payment'],
    repeat: 'natural',
    audit: false,
    input: z.object({ paymentId: id('支付单') }),
    output: State,
    refusals: ['paymentNotFound'],
  }),
  cancel: write({
    path: '/api/order/v1/cancel_order_pay',
    summary: '取消收款',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({ paymentId: id('支付单') }),
    output: State,
    refusals: ['paymentNotFound', 'paidCannotCancel'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit'],
  }),
  toCheck: read({
    path: '/api/order/v1/pay_check/list',
    summary: '待核对的收付',
    permission: ['order.payment'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      /** Oldest first. */
      list: z.array(
        z.object({
          paymentId: out.id,
          incoming: Flag,
          payKind: out.code(payKinds),
          payWay: out.code(payWays),
          amount: out.fen,
          /** What the provider reports instead, 0 where it named none; null where it has not answered. */
          reported: out.fen.nullable(),
          /** A refund that somebody made in the provider's own back office, under this number there. */
          refundedThere: z.boolean(),
          providerNo: z.string().nullable(),
          /** The number under which the provider knows it. */
          outTradeNo: z.string(),
          at: out.time,
          askedAt: out.time.nullable(),
          /** Nothing is lost by giving it up: what is paid all the same goes back. */
          mayGiveUp: z.boolean(),
        }),
      ),
    }),
    refusals: ['orderNotFound'],
  }),
  checkAgain: write({
    path: '/api/order/v1/pay_check/ask',
    summary: '向支付平台核对',
    permission: ['order.payment'],
    repeat: 'natural',
    whileSuspended: true,
    input: z.object({ paymentId: id('支付单') }),
    output: z.object({ status: out.code(paymentStatuses) }),
    refusals: ['paymentNotFound'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit'],
  }),
  giveUp: write({
    path: '/api/order/v1/pay_check/give_up',
    summary: '作废收款',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      paymentId: id('支付单'),
      reason: text(2, 200, '核对结果', '请填写核对结果'),
      /** Of a refund made in the provider's back office: it is booked; otherwise only the reason is kept. */
      book: orElse(Flag, true),
    }),
    output: z.object({ status: out.code(paymentStatuses) }),
    refusals: ['paymentNotFound', 'paidCannotCancel'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit'],
  }),
  askLink: write({
    path: '/api/order/v1/pay_link',
    summary: '付款链接',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      payKind: code(payKinds, '收款项目'),
      refId: maybe(id('关联单据')),
      /** 1 a text message to the customer, 2 a code on the screen. */
      way: code([1, 2] as const, '发送方式'),
    }),
    output: z.object({ url: z.string(), expireAt: out.time, sentTo: z.string().nullable() }),
    refusals: ['alreadyPaid', 'payWayClosed', 'textsExhausted', 'smsFailed'],
  }),
  payPage: read({
    path: '/api/pay/v1/page',
    summary: '客户付款页',
    permission: 'public',
    input: z.object({ t }),
    output: z.object({
      merchantName: z.string(),
      orderNo: z.string(),
      pickupAt: out.time,
      returnAt: out.time,
      name: z.string(),
      why: z.string(),
      /** What is open of it now; 0: paid, or not due any more. */
      amount: out.fen,
      cancelled: Flag,
      expireAt: out.time,
      ways: z.array(out.code(payWays)),
      /** What may stand for a deposit instead of paying it. */
      holds: z.array(z.object({ payWay: out.code(payWays), manner: out.word(holdManners) })),
    }),
    refusals: ['linkExpired'],
  }),
  payByLink: write({
    path: '/api/pay/v1/begin',
    summary: '客户付款',
    permission: 'public',
    repeat: 'natural',
    input: z.object({
      t,
      payWay: code(onlinePayWays, '支付渠道'),
      /** Of a deposit that is not to be paid. */
      hold: maybe(word(holdManners, '押金方式')),
      /** What the customer came back with from `authorize`. */
      code: maybe(text(1, 512, '微信授权')),
      state: maybe(text(1, 128, '微信授权')),
    }),
    output: z.object({
      status: out.code(paymentStatuses),
      /** The provider's page; null inside WeChat, and while the provider gives none. */
      url: z.string().nullable(),
      /** Inside WeChat: the page that says who pays, and comes back here. */
      authorize: z.string().nullable(),
      /** Inside WeChat: what the page asks of it to pay. */
      bridge: z.object({ name: out.word(bridgeCalls), params: z.record(z.string(), z.string()) }).nullable(),
    }),
    refusals: ['linkExpired', 'alreadyPaid', 'payWayClosed', 'waiverRefused', 'merchantSuspended', 'channelRefused'],
  }),
  channels: read({
    path: '/api/merchant/pay/v1/channel/list',
    summary: '线上支付商户号',
    permission: ['merchant.pay'],
    output: z.object({
      list: z.array(Channel),
      /** Simulated providers stand behind them: their own contracts can be filled in. */
      simulated: z.boolean(),
      /** Providers can tell this installation of payments. */
      ready: z.boolean(),
    }),
  }),
  saveChannel: write({
    path: '/api/merchant/pay/v1/channel/save',
    summary: '保存线上支付商户号',
    permission: ['merchant.pay'],
    repeat: 'version',
    input: z.object({
      /** Left out for a new one. */
      id: maybe(id('商户号')),
      /** Left out for all stores that have none of their own. */
      storeId: maybe(id('门店')),
      payWay: code(onlinePayWays, '支付渠道'),
      appId: text(4, 64, '应用ID', '请填写应用ID'),
      merchantNo: text(4, 32, '商户号', '请填写商户号'),
      /** Secrets that are left out stay as they are; they never come back. */
      privateKey: maybe(text(0, 8000, '应用私钥')),
      keySerial: orElse(text(0, 64, '证书序列号'), ''),
      providerKey: text(20, 8000, '平台公钥', '请填写平台公钥'),
      providerKeyId: orElse(text(0, 64, '平台公钥ID'), ''),
      secret: maybe(text(0, 64, 'APIv3密钥')),
      serviceId: orElse(text(0, 64, '服务ID'), ''),
      /** WeChat: of the public account that `appId` is. */
      appSecret: maybe(text(0, 64, '公众号AppSecret')),
      enabled: flag('请选择是否启用', '启用'),
      version: maybe(Version),
    }),
    /** `check` wrong: it is kept, and takes no money until it is saved with what is right. */
    output: z.object({ id: out.id, version: out.count, check: ChannelCheck }),
    refreshes: ['merchant', 'deposit'],
  }),
  testChannel: write({
    path: '/api/merchant/pay/v1/channel/test',
    summary: '向支付平台验证商户号',
    permission: ['merchant.pay'],
    repeat: 'natural',
    changes: false,
    input: z.object({ id: id('商户号') }),
    output: ChannelCheck,
  }),
}
