import { type Freeze, type HoldProvider, type Outcome, type PayAccount, PayRefused } from '../../../kernel/pay-port.ts'
import { instantOf } from './wire.ts'

type Node = Readonly<Record<string, unknown>>

interface Options {
  /** @throws NoAnswer, PayRefused */
  readonly call: (method: 'GET' | 'POST', path: string, content?: object) => Promise<Node>
  readonly account: PayAccount
  /** Page outside of WeChat on which a customer agrees to a package: only the simulator has one. */
  readonly confirmPage?: (pkg: string) => string
}

const ORDER = '/v3/payscore/serviceorder'

/** @throws NoAnswer, PayRefused */
export const serviceOrder = (
  call: Options['call'],
  { appId: appid, serviceId: service_id }: PayAccount,
  holdNo: string,
): Promise<Node> => call('GET', `${ORDER}?${new URLSearchParams({ service_id, out_order_no: holdNo, appid })}`)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const isUnknown = (error: unknown): boolean =>
  error instanceof PayRefused && /^(ORDER_NOT_EXIST|RESOURCE_NOT_EXISTS|404)$/.test(error.code)

/** The results by its state and, while it is active, its description: agreed to, or completed and not paid yet. */
export function scoreOf(node: Node): { freeze: Freeze; capture: Outcome; letGo: Outcome } {
  const state = String(node.state)
  const completed = state === 'DONE' || node.state_description === 'MCH_COMPLETE'
  const paid = state === 'DONE'
  const over = state === 'REVOKED' || state === 'EXPIRED'
  const risk = (node.risk_fund as { amount?: unknown } | undefined)?.amount
  const collection = node.collection as { details?: readonly { paid_time?: string }[] } | undefined
  const outcome = (of: Outcome['state'], reason = ''): Outcome => ({
    state: of,
    providerNo: text(node.order_id),
    at: instantOf(collection?.details?.[0]?.paid_time),
    reason,
  })
  return {
    freeze: {
      state: state === 'CREATED' ? 'waiting' : over ? 'closed' : 'held',
      amount: typeof risk === 'number' ? risk : null,
      // Once completed with any sum, it guarantees nothing more.
      restFen: over || completed ? 0 : typeof risk === 'number' ? risk : null,
      authNo: text(node.order_id),
      at: null,
    },
    capture: over
      ? outcome('failed', '支付分订单已结束')
      : {
          ...outcome(paid ? 'succeeded' : completed ? 'processing' : 'unknown'),
          amount: completed && typeof node.total_amount === 'number' ? node.total_amount : null,
        },
    letGo: over ? outcome('succeeded') : completed ? outcome('failed', '支付分订单已完结') : outcome('unknown'),
  }
}

/**
 * WeChat's number of the payment that completed a service order, which a refund refers to.
 * @throws PayRefused while the customer has not paid, or if it was paid in parts, which would each need a refund
 */
export function collectionPaymentNo(node: Node): string {
  const details = (node.collection as { details?: readonly { transaction_id?: string }[] } | undefined)?.details ?? []
  const no = details.length === 1 ? text(details[0]!.transaction_id) : null
  if (no === null) throw new PayRefused('NOT_COLLECTED', '支付分订单没有可退款的支付单，请线下退款')
  return no
}

/** 微信支付分: a service order that the customer agrees to, and that is completed with the amount due or cancelled. */
export function payscore({ call, account, confirmPage }: Options): HoldProvider {
  const { appId: appid, serviceId: service_id } = account
  const find = (holdNo: string) => serviceOrder(call, account, holdNo)
  const scored = async (holdNo: string): Promise<ReturnType<typeof scoreOf> | undefined> => {
    try {
      return scoreOf(await find(holdNo))
    } catch (error) {
      if (isUnknown(error)) return undefined
      throw error
    }
  }
  const cancel = (holdNo: string, reason: string) =>
    call('POST', `${ORDER}/${holdNo}/cancel`, { appid, service_id, reason })
  const never: Outcome = { state: 'unknown', providerNo: null, at: null, reason: '' }
  const none = (state: Freeze['state']): Freeze => ({ state, amount: null, restFen: null, authNo: null, at: null })

  return {
    async freeze({ holdNo, amount, subject, client, notifyUrl, startAt, endAt }) {
      if (client !== 'jsapi' && confirmPage === undefined)
        throw new PayRefused('NO_PAGE', '微信支付分须由客户在微信内同意，请发链接给客户')
      const answer = await call('POST', ORDER, {
        appid,
        service_id,
        out_order_no: holdNo,
        service_introduction: subject.slice(0, 20),
        time_range: { start_time: scoreTime(startAt), end_time: scoreTime(endAt) },
        risk_fund: { name: 'DEPOSIT', amount, description: '租车押金' },
        notify_url: notifyUrl,
        need_user_confirm: true,
      })
      const pkg = String(answer.package)
      if (client === 'jsapi' || confirmPage === undefined) return { url: null, qr: null, prepay: pkg }
      const page = confirmPage(pkg)
      return client === 'qr' ? { url: null, qr: page } : { url: page, qr: null }
    },

    agreeBy: (pkg) => ({
      name: 'openBusinessView',
      params: { businessType: 'wxpayScoreUse', queryString: `package=${encodeURIComponent(pkg)}` },
    }),

    queryFreeze: async (holdNo) => (await scored(holdNo))?.freeze ?? none('unknown'),

    async closeFreeze(holdNo) {
      const before = (await scored(holdNo))?.freeze
      if (before?.state === 'held') return before
      if (before?.state === 'waiting') await cancel(holdNo, '取消授权')
      return none('closed')
    },

    async capture({ holdNo, amount, subject }) {
      const node = await call('POST', `${ORDER}/${holdNo}/complete`, {
        appid,
        service_id,
        post_payments: [{ name: subject.slice(0, 20), amount }],
        total_amount: amount,
      })
      // Accepted: the payment of the customer is queried or notified later.
      const { capture } = scoreOf(node)
      return capture.state === 'unknown' ? { ...capture, state: 'processing' } : capture
    },

    queryCapture: async ({ holdNo }) => (await scored(holdNo))?.capture ?? never,

    async unfreeze({ holdNo, reason }) {
      await cancel(holdNo, reason)
      return { ...never, state: 'succeeded' }
    },

    queryUnfreeze: async ({ holdNo }) => (await scored(holdNo))?.letGo ?? never,
  }
}

/** `20261127180000`, Beijing time. */
const scoreTime = (t: number): string => new Date(t + 8 * 3_600_000).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
