import { onlinePayWays, paidBackWays, payKinds, paymentStatuses, payWays } from '@cheyi/domain/money/payment/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
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
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { shopFields } from '../platform/store.ts'
import { correction } from './payment-correction.ts'
import { flow } from './payment-flow.ts'
import { ledger } from './payment-ledger.ts'
import { receipt } from './payment-receipt.ts'

/** Where a payment link is opened: a phone's browser, a desktop's, a code to scan, an app (which opens its browser). */
export const payClients = ['h5', 'web', 'qr', 'native'] as const

/**
 * How staff paid a refund out, and the number of the slip. Without a method it is that of the payment, and 其他 for a
 * payment by a provider. 平台 is for payments that a platform collected.
 */
export const paidBackBy = { payWay: maybe(code(paidBackWays, '退款方式')), slipNo: slipNo() }

const t = linkToken()

/** Functions of the WeChat browser that a page inside it calls. */
export const bridgeCalls = ['getBrandWCPayRequest', 'openBusinessView'] as const

/** How a provider holds a deposit: frozen, or covered by the provider's credit. */
export const holdManners = ['frozen', 'credit'] as const

const State = z.object({
  paymentId: out.id,
  status: out.code(paymentStatuses),
  paidAt: out.time.nullable(),
  failReason: z.string().nullable(),
  /** For a pending payment: the page to open, the text of the code to scan; null until the provider returns them. */
  url: z.string().nullable(),
  qr: z.string().nullable(),
  expiresAt: out.time.nullable(),
})

/** The provider's answer to a signed test request under a contract. */
const ChannelCheck = z.object({
  state: out.word(['right', 'wrong', 'unreached']),
  /** The wrong field. */
  field: z.string().nullable(),
  words: z.string(),
})

/** A contract with a payment provider. Secrets are shown only by an identifying part. */
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
  /** WeChat: its signing certificates, as last downloaded. */
  certificates: z.array(z.object({ serial: z.string(), from: out.time, to: out.time, ended: z.boolean() })),
  /** WeChat: time of the last download; null: never. */
  certificatesAt: out.time.nullable(),
  /** WeChat: why the last download failed; '' when it succeeded, or none are needed. */
  certificatesFault: z.string(),
  serviceId: z.string(),
  /** First 16 hex digits of the SHA-256 of the private key's public part. */
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
    operators: false,
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
      /** An offline method (cash, bank, POS, other) succeeds at once and makes no link. */
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
    operators: false,
    path: '/api/order/v1/charge_auth_code',
    summary: '扫客户付款码',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      /** The payment with the displayed code: it is closed, and the same amount is charged by the customer's own code. */
      paymentId: id('支付单'),
      /** The code identifies its provider; it is never stored. */
      authCode: text(16, 40, '付款码', '请扫描或输入客户的付款码'),
    }),
    /** Of the payment that charges, which has its own id. */
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
    operators: false,
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
    operators: false,
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
          /** The amount that the provider reports, 0 where it has none; null where it has not answered. */
          reported: out.fen.nullable(),
          /** A refund made in the provider's own back office, with this number there. */
          refundedThere: z.boolean(),
          providerNo: z.string().nullable(),
          /** The number by which the provider knows it. */
          outTradeNo: z.string(),
          at: out.time,
          askedAt: out.time.nullable(),
          /** It can be given up without a loss: if it is paid later, it is refunded. */
          mayGiveUp: z.boolean(),
        }),
      ),
    }),
    refusals: ['orderNotFound'],
  }),
  checkAgain: write({
    operators: false,
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
    operators: false,
    path: '/api/order/v1/pay_check/give_up',
    summary: '作废收款',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      paymentId: id('支付单'),
      reason: text(2, 200, '核对结果', '请填写核对结果'),
      /** For a refund made in the provider's back office: true books it; false only stores the reason. */
      book: orElse(Flag, true),
    }),
    output: z.object({ status: out.code(paymentStatuses) }),
    refusals: ['paymentNotFound', 'paidCannotCancel'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit'],
  }),
  askLink: write({
    operators: false,
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
      ...shopFields,
      orderNo: z.string(),
      /** The booked model, and the plate of the assigned car; '' before one is assigned. */
      modelName: z.string(),
      plate: z.string(),
      pickupAt: out.time,
      returnAt: out.time,
      name: z.string(),
      why: z.string(),
      /** What a charge is for, line by line, where it is for many records. */
      lines: z.array(z.object({ text: z.string(), note: z.string(), fen: out.fen })),
      /** Its open amount now; 0: paid, or not due any more. */
      amount: out.fen,
      cancelled: Flag,
      expireAt: out.time,
      ways: z.array(out.code(payWays)),
      /** Holds that can replace the payment of a deposit. */
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
      /** For a deposit that is held instead of paid. */
      hold: maybe(word(holdManners, '押金方式')),
      /** The parameters with which the customer returned from `authorize`. */
      code: maybe(text(1, 512, '微信授权')),
      state: maybe(text(1, 128, '微信授权')),
    }),
    output: z.object({
      status: out.code(paymentStatuses),
      /** The provider's page; null inside WeChat, and while the provider returns none. */
      url: z.string().nullable(),
      /** Inside WeChat: the page that identifies the payer and redirects back. */
      authorize: z.string().nullable(),
      /** Inside WeChat: the call by which the page pays. */
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
      /** Simulated providers are used: their contracts can be filled in automatically. */
      simulated: z.boolean(),
      /** Providers can reach this installation with webhooks of payments. */
      ready: z.boolean(),
    }),
  }),
  saveChannel: write({
    operators: false,
    path: '/api/merchant/pay/v1/channel/save',
    summary: '保存线上支付商户号',
    permission: ['merchant.pay'],
    repeat: 'version',
    input: z.object({
      /** Missing: a new one. */
      id: maybe(id('商户号')),
      /** Missing: for all stores without an own contract. */
      storeId: maybe(id('门店')),
      payWay: code(onlinePayWays, '支付渠道'),
      appId: text(4, 64, '应用ID', '请填写应用ID'),
      merchantNo: text(4, 32, '商户号', '请填写商户号'),
      /** Missing secrets are unchanged; they are never returned. */
      privateKey: maybe(text(0, 8000, '应用私钥')),
      keySerial: orElse(text(0, 64, '证书序列号'), ''),
      providerKey: text(20, 8000, '平台公钥', '请填写平台公钥'),
      providerKeyId: orElse(text(0, 64, '平台公钥ID'), ''),
      secret: maybe(text(0, 64, 'APIv3密钥')),
      serviceId: orElse(text(0, 64, '服务ID'), ''),
      /** WeChat: of the public account with `appId`. */
      appSecret: maybe(text(0, 64, '公众号AppSecret')),
      enabled: flag('请选择是否启用', '启用'),
      version: maybe(Version),
    }),
    /** With a wrong `check` the contract is stored, and cannot be used until it is corrected. */
    output: z.object({ id: out.id, version: out.count, check: ChannelCheck }),
    refreshes: ['merchant', 'deposit'],
  }),
  testChannel: write({
    operators: false,
    path: '/api/merchant/pay/v1/channel/test',
    summary: '向支付平台验证商户号',
    permission: ['merchant.pay'],
    repeat: 'natural',
    changes: false,
    input: z.object({ id: id('商户号') }),
    output: ChannelCheck,
  }),
}
