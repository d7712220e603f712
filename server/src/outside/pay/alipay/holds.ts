import {
  captureOf,
  type Freeze,
  type HoldProvider,
  type Outcome,
  PayRefused,
  type Trade,
} from '../../../kernel/pay-port.ts'
import { type Fields, fenOf, instantOf, yuanOf } from './wire.ts'

type Node = Readonly<Record<string, unknown>>

interface Options {
  /** @throws NoAnswer, PayRefused */
  readonly call: (method: string, content: object, more?: Fields) => Promise<Node>
  readonly query: (outTradeNo: string) => Promise<Trade>
  readonly now: () => number
  /** The shop's own account at the provider, which receives captures. */
  readonly payee: string
  /** The contracted service of 芝麻免押: its id, after its category where that was given (`类目/服务ID`). */
  readonly service: string
}

const isUnknown = (error: unknown): boolean => error instanceof PayRefused && /NOT_EXIST/.test(error.code)
const nothing = (state: Freeze['state']): Freeze => ({ state, amount: null, restFen: null, authNo: null, at: null })
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const freezes: Readonly<Record<string, Freeze['state']>> = { INIT: 'waiting', SUCCESS: 'held', CLOSED: 'closed' }

/** Nothing of such a freeze is held, or can be captured, any more. */
const isOver = ({ order_status }: Node): boolean => order_status === 'CLOSED' || order_status === 'FINISH'

/**
 * The total held amount: 芝麻免押 reports the parts covered by credit and by the customer's own money separately. An active
 * hold of zero would be a contradiction, so no amount is derived from it.
 */
function restOf(node: Node): number | null {
  const parts = [node.rest_credit_amount, node.rest_fund_amount].map((part) => fenOf(part) ?? 0)
  const rest = Math.max(
    fenOf(node.rest_amount) ?? 0,
    parts.reduce((sum, part) => sum + part, 0),
  )
  return rest === 0 ? null : rest
}

/** A freeze from an answer or a notification. */
export const freezeOf = (node: Node): Freeze => ({
  state: isOver(node) ? 'closed' : (freezes[String(node.status)] ?? 'waiting'),
  amount: fenOf(node.amount) ?? null,
  restFen: restOf(node),
  authNo: text(node.auth_no),
  at: instantOf(node.gmt_trans),
})

const outcomes: Readonly<Record<string, Outcome['state']>> = { SUCCESS: 'succeeded', CLOSED: 'failed' }

/** The result of a release of a part. */
export const unfreezeOf = (node: Node): Outcome => ({
  state: outcomes[String(node.status)] ?? 'processing',
  providerNo: text(node.operation_id),
  at: instantOf(node.gmt_trans),
  amount: fenOf(node.amount) ?? null,
  reason: '',
})

/** 支付宝资金授权, with a service of 芝麻免押 if the provider is to guarantee for the customer. */
export function alipayHolds({ call, query, now, payee, service }: Options): HoldProvider {
  const detail = (content: object) => call('alipay.fund.auth.operation.detail.query', content)
  const known = async <T>(ask: () => Promise<T>, unknown: T): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (isUnknown(error)) return unknown
      throw error
    }
  }
  const extra = (): string => {
    const [id = '', category] = service.split('/').toReversed()
    return JSON.stringify({ ...(category === undefined ? {} : { category }), serviceId: id })
  }
  const queryFreeze = (holdNo: string): Promise<Freeze> =>
    known(async () => freezeOf(await detail({ out_order_no: holdNo, out_request_no: holdNo })), nothing('unknown'))

  return {
    async freeze({ holdNo, amount, subject, client, expiresAt, notifyUrl, credit }) {
      const answer = await call(
        'alipay.fund.auth.order.voucher.create',
        {
          out_order_no: holdNo,
          out_request_no: holdNo,
          order_title: subject,
          amount: yuanOf(amount),
          product_code: 'PRE_AUTH',
          payee_user_id: payee,
          pay_timeout: `${Math.max(1, Math.round((expiresAt - now()) / 60_000))}m`,
          ...(credit ? { extra_param: extra() } : {}),
        },
        { notify_url: notifyUrl },
      )
      // The text of the code is an address, which the app can open too.
      const code = String(answer.code_value)
      return client === 'qr' ? { url: null, qr: code } : { url: code, qr: null }
    },

    queryFreeze,

    async closeFreeze(holdNo) {
      const before = await queryFreeze(holdNo)
      if (before.state === 'held') return before
      // Releases a hold that was agreed to in the meantime.
      await known(
        () =>
          call('alipay.fund.auth.operation.cancel', {
            out_order_no: holdNo,
            out_request_no: holdNo,
            remark: '取消授权',
          }),
        {},
      )
      return nothing('closed')
    },

    async capture({ authNo, outNo, amount, subject, notifyUrl }) {
      const answer = await call(
        'alipay.trade.pay',
        {
          out_trade_no: outNo,
          total_amount: yuanOf(amount),
          subject,
          product_code: 'PREAUTH_PAY',
          auth_no: authNo,
          seller_id: payee,
          // The rest remains held, and is released by a separate request.
          auth_confirm_mode: 'NOT_COMPLETE',
        },
        { notify_url: notifyUrl },
      )
      return {
        state: 'succeeded',
        providerNo: text(answer.trade_no),
        at: instantOf(answer.gmt_payment),
        amount: fenOf(answer.total_amount) ?? null,
        reason: '',
      }
    },

    queryCapture: async ({ outNo }) => captureOf(await query(outNo)),

    unfreeze: async ({ authNo, outNo, amount, reason, notifyUrl }) =>
      unfreezeOf(
        await call(
          'alipay.fund.auth.order.unfreeze',
          { auth_no: authNo, out_request_no: outNo, amount: yuanOf(amount), remark: reason },
          { notify_url: notifyUrl },
        ),
      ),

    queryUnfreeze: ({ holdNo, outNo }) =>
      known(async () => unfreezeOf(await detail({ out_order_no: holdNo, out_request_no: outNo })), {
        state: 'unknown',
        providerNo: null,
        at: null,
        reason: '',
      }),
  }
}
