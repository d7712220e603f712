import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import { type PayWay, payKind, payKinds } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { pickupStep, returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { useRef, useState } from 'react'
import type { Slot } from '../../../form/uploads-field.tsx'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { overviewScreens } from '../../../insight/overview/screens.ts'
import { calls, feedback, keyOf, newKey, queries, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor, isStale } from '../../../kernel/call/refused.ts'
import { useOnceSent } from '../../../kernel/media/once-sent.ts'
import { currentTime } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { ownerKey } from '../../../kernel/token.ts'
import { useMay } from '../../../kernel/user.ts'
import { useCodes } from '../../../money/payment/parts/taking/use-codes.ts'
import { open } from '../../../page/open.ts'
import type { Promised } from '../../../platform/todo/parts/refund-task-words.ts'
import { allSteps, doneSteps } from './card/cards.ts'
import type { Flow } from './flow.ts'
import { confirmIdOf, keepConfirm } from './kept/kept-confirms.ts'
import { startKept } from './kept/send-kept.ts'
import { balanceText, confirmLabel } from './money/settlement-words.ts'
import type { Paying } from './money/use-paying.ts'
import { openOrder } from './order-pages.ts'
import { capturedProblems, fileBlocks, ownBlocks, slipOf } from './own-blocks.ts'
import { withoutMoney } from './step/step-check.ts'
import { readTasks, writeTasks } from './tasks.ts'
import { useKeptSignature } from './use-signature.ts'

/** The new amount, and the changes: `超时费：¥90.00 → ¥120.00`. Fen. */
export interface Recomputed {
  readonly balance: number
  readonly changes: readonly string[]
  /** The moment of the price, where the price depends on it: sent in place of `actualAt`. */
  readonly pricedAt?: number
}

/** The block of a return that is dated too long ago for this account. */
const BACKDATED = 'backdated'

interface ConfirmOptions {
  readonly paying: Paying
  /** When the car changes hands, epoch ms. A pickup tells it only where it is kept offline or priced for it; else it is now, by the server. */
  readonly actualAt: number
  /** The amount due is unknown, so nothing can be confirmed. */
  readonly unpriced: boolean
  /** The return is dated long before now, which can reduce the charges: needs a permission and a reason. */
  readonly backdated?: boolean
  /** Reads the amount due again; null on failure. */
  readonly recompute: () => Promise<Recomputed | null>
  /** The rental deposit, where it can be refunded with the return. */
  readonly handBack?: {
    readonly amount: number
    /** What goes back by itself, of the deposit and the rest. */
    readonly byItself: number
    readonly done: boolean
    readonly way: PayWay | undefined
    readonly vouchers: Slot
    readonly promised: Promised
    /** The other manual refunds. */
    readonly refund: { readonly amount: number; readonly promised: Promised }
  }
}

const words = {
  // An overpayment stays on the order until the return.
  [handoverType.pickup]: { verb: '确认交车', done: '已交车', payStep: pickupStep.expenses, least: 0 },
  [handoverType.return]: {
    verb: '确认还车',
    done: '已还车',
    payStep: returnStep.settlement,
    least: Number.NEGATIVE_INFINITY,
  },
}

/**
 * The server may refuse these fields: the person responsible for a later refund may have lost the permission, or the slip number may
 * belong to another capture.
 */
const fieldFault = ({ field }: CallFailure): boolean =>
  field !== null &&
  ['handBackBy', 'handBackDue', 'handBackWay', 'refundBy', 'refundDue', 'captured', 'slipNo'].includes(field)

const isChanged = isRefusedFor('settlementChanged')

export type Confirmation = ReturnType<typeof useConfirm>

/** Confirms the handover by a single call, after all checks. */
export function useConfirm(
  flow: Flow,
  { paying, actualAt, unpriced, backdated = false, recompute, handBack }: ConfirmOptions,
) {
  const { type, order } = flow.task
  const { orderId } = order
  const { verb, done, payStep, least } = words[type]
  useKeptSignature(flow)
  const mayOverride = useMay('order.override')
  const mayBackdate = useMay('order.discount')
  const scroller = useRef<HTMLDivElement>(null)
  const [tried, setTried] = useState(false)
  const [reason, setReason] = useState('')
  const [backdateReason, setBackdateReason] = useState('')
  const { problems, show, settle, frame } = useProblems()
  const code = useCode(flow, verb)
  const write = useWrite(calls.pickupReturn.confirm, {
    handles: (failure) => isChanged(failure) || isStale(failure) || fieldFault(failure),
  })

  const found = [
    ...withoutMoney(flow.gaps),
    ...ownBlocks(flow, { ...paying, vouchers: paying.vouchers.tiles }, payStep, unpriced),
  ]
  if (handBack?.done) found.push(...fileBlocks(handBack.vouchers.tiles, '退款凭证', payStep))
  if (backdated && !mayBackdate)
    found.push({
      code: BACKDATED,
      step: returnStep.time,
      text: `还车时间早于现在超过${order.graceMinutes}分钟，请改为现在，或请同事补录`,
      overridable: false,
    })
  const asksWhy = backdated && mayBackdate
  /** Nothing is missing and nothing is due as far as this phone knows: the confirmation is stored here until there is a network. */
  const keeps =
    !flow.online &&
    paying.balance === 0 &&
    !asksWhy &&
    handBack?.done !== true &&
    found.every(({ code }) => code === 'offline' || code === 'uploading')
  const blocks = keeps ? [] : found
  const hards = blocks.filter(({ overridable }) => !overridable)
  const [hard] = hards
  const soft = blocks.find(({ overridable }) => overridable)
  const offered = hard === undefined && soft !== undefined && mayOverride

  /** The charges of a return are those of its time. */
  const sentAt = type === handoverType.pickup ? undefined : actualAt

  async function send(expectAmount: number, at: number | undefined): Promise<void> {
    const answer = await write.run(inputFor(expectAmount, at))
    if (answer !== null) return finish()
    const failure = write.why()
    if (failure === null || failure.kind === 'lost') return
    if (isChanged(failure)) return askAgain(expectAmount, await recompute())
    if (fieldFault(failure)) return void show(faultsOf(failure))
    await (isStale(failure) ? flow.overtaken() : flow.reload())
  }
  function inputFor(expectAmount: number, at: number | undefined) {
    const { method, way, vouchers, machine } = paying
    return {
      orderId,
      type,
      actualAt: at,
      expectAmount,
      // An amount paid by a code is no longer due.
      settle: expectAmount > 0 || method === expenseSettle.online ? method : undefined,
      payWay: expectAmount > 0 ? way : undefined,
      ...(machine?.captured
        ? { captured: machine.captured, slipNo: machine.slipNo.trim() }
        : { slipNo: method === expenseSettle.offline ? slipOf(paying) : undefined }),
      voucherIds: method === expenseSettle.offline || machine?.captured ? vouchers.ids() : undefined,
      ...(handBack &&
        !handBack.done &&
        handBack.amount > 0 && {
          handBackBy: handBack.promised.accountId ?? undefined,
          handBackDue: handBack.promised.dueAt ?? undefined,
        }),
      ...(handBack &&
        handBack.refund.amount > 0 && {
          refundBy: handBack.refund.promised.accountId ?? undefined,
          refundDue: handBack.refund.promised.dueAt ?? undefined,
        }),
      ...(handBack?.done && {
        handBack: handBack.amount,
        handBackWay: handBack.way,
        handBackVoucherIds: handBack.vouchers.ids(),
      }),
      overrideReason: soft === undefined ? undefined : reason.trim(),
      backdateReason: asksWhy ? backdateReason.trim() : undefined,
      version: order.version,
    }
  }
  /** Stores the confirmation on this phone, with its time and idempotency key. */
  async function keepHere() {
    if ((await flow.save(doneSteps(allSteps, []))) === 'refused') return
    const { vehicle } = flow.task
    const kept = await keepConfirm({
      id: confirmIdOf(type, orderId),
      owner: ownerKey() ?? '',
      takenAt: currentTime(),
      key: newKey(),
      type,
      order: { orderId, orderKind: order.orderKind, contactName: order.contactName },
      plate: vehicle?.plate ?? '',
      vehicleId: vehicle?.vehicleId ?? '',
      entry: flow.entry(),
      input: inputFor(0, actualAt),
      draft: null,
      refused: null,
    })
    if (!kept) return feedback.toast('本机空间不足，恢复网络后再确认', 'error')
    startKept()
    feedback.toast(`${done}，待上传`)
    go(overviewScreens.home, {}, { replace: true, force: true })
  }
  /** Confirms a balance; one paid by a code is confirmed after the payment. */
  async function settleBalance(balance: number, at: number | undefined): Promise<void> {
    const { method, way } = paying
    if (balance <= 0 || method !== expenseSettle.online || way === undefined) return send(balance, at)
    const paid = await code.take(balance, way)
    if (paid === 'open') return
    const now = await recompute()
    if (now?.balance === 0) return send(0, now.pricedAt ?? at)
    await askAgain(paid === 'paid' ? 0 : balance, now)
  }
  async function askAgain(before: number, now: Recomputed | null): Promise<void> {
    if (now === null) return
    const text = [...now.changes, `${balanceText(before)} → ${balanceText(now.balance)}`].join('；')
    // Nothing was due before, so no payment method is chosen: the page now requests one.
    if (now.balance > 0 && paying.method === undefined) return feedback.toast(`结算金额已变化，${text}`, 'error')
    const label = confirmLabel(verb, Math.max(now.balance, least), paying.method, 0)
    if (await feedback.ask({ title: '结算金额已变化', text, confirm: label, cancel: '再看看' }))
      await settleBalance(now.balance, now.pricedAt ?? sentAt)
  }
  function refuse() {
    setTried(true)
    flow.check()
    const { code: what, text } = hard ?? soft!
    scroller.current?.scrollTo(0, 0)
    const act = hard === undefined ? 'order.override' : what === BACKDATED ? 'order.discount' : null
    if (act === null)
      return feedback.toast(blocks.length > 1 ? `有 ${blocks.length} 项未完成，列在最上方` : text, 'error')
    void open(() => import('../../../platform/referral/parts/sheets.tsx'), 'WhoMaySheet', {
      act,
      orderId,
      why: text,
    })
  }
  function finish() {
    paying.vouchers.forget()
    handBack?.vouchers.forget()
    flow.finish()
    if (readTasks()?.orderId === orderId) writeTasks(null)
    // The cached detail would show the old status with the button just pressed until the new answer arrives.
    queries.removeQueries({ queryKey: keyOf(calls.order.detail, { orderId }) })
    feedback.toast(done)
    openOrder(order, { replace: true, force: true })
  }
  const onlyUploads = hards.length > 0 && hards.every(({ code }) => code === 'uploading')
  const once = useOnceSent(onlyUploads, String(paying.balance), () => run())
  async function run(): Promise<void> {
    if (keeps) return keepHere()
    // The pictures are stored on the phone: the confirmation continues once they are uploaded, unless the state has changed.
    if (onlyUploads && (soft === undefined || mayOverride)) {
      return once.wait(`${hard!.text}，传完后自动确认`)
    }
    if (hard !== undefined || (soft !== undefined && !mayOverride)) return refuse()
    const missing = {
      overrideReason: offered && reason.trim() === '' && '请填写放行原因',
      backdateReason: asksWhy && backdateReason.trim() === '' && '请填写补录原因',
    }
    if (!show(missing)) return
    if ((await flow.save(doneSteps(allSteps, blocks))) === 'saved') await settleBalance(paying.balance, sentAt)
  }
  return {
    blocks,
    /** Text of the button: verb and amount. */
    label:
      !flow.online && paying.balance > 0
        ? '需联网收款'
        : confirmLabel(verb, Math.max(paying.balance, least), paying.method, paying.left, givingBackOf(handBack)),
    /** Whether the button was pressed while something was missing. */
    tried,
    pending: write.pending || code.pending || flow.saving || once.waits,
    /** Ref of the page: the missing items are listed at its top. */
    scroller,
    /** Ref of the element that holds both reason fields. */
    frame,
    run,
    /** Reason for dating the return long before now; null where it is not dated back or the account lacks the permission. */
    backdate: asksWhy
      ? {
          reason: backdateReason,
          setReason(text: string) {
            setBackdateReason(text)
            settle({ overrideReason: problems.overrideReason })
          },
          error: problems.backdateReason,
        }
      : null,
    /** Errors in the later refund or the card machine capture, by field. */
    faults: tried ? { ...problems, ...capturedProblems(paying) } : problems,
    override: {
      offered,
      reason,
      setReason(text: string) {
        setReason(text)
        settle({ backdateReason: problems.backdateReason })
      },
      error: problems.overrideReason,
    },
  }
}

/** What a return gives back; a pickup gives nothing back. */
const givingBackOf = (back: ConfirmOptions['handBack']) => ({
  byItself: back?.byItself ?? 0,
  handed: back?.done ? back.amount : 0,
  later: (back?.refund.amount ?? 0) + (back?.done ? 0 : (back?.amount ?? 0)),
})

/** Payment kind of the balance of a handover, which is paid before the confirmation. */
const kinds = { [handoverType.pickup]: payKind.rent, [handoverType.return]: payKind.settlement }

/** The amount due has changed, or nothing is due. */
const isOther = isRefusedFor('amountWrong', 'alreadyPaid')

/** Result: `other`, the amount due has changed; `open`, the customer has not paid and may use another way. */
type Paid = 'paid' | 'other' | 'open'

interface Code {
  readonly pending: boolean
  /** Shows the customer a code for this amount (fen) until it is paid or cancelled. */
  readonly take: (fen: number, way: PayWay) => Promise<Paid>
}

/** Lets the customer pay a balance by a code. `then`: what the page continues with after the payment. */
function useCode({ task }: Flow, then: string): Code {
  const codes = useCodes(task.order.orderId, { handles: isOther, then })
  return {
    pending: codes.pending,
    async take(fen, way) {
      const kind = kinds[task.type]
      const came = await codes.show(way, [{ payKind: kind, amount: fen, name: payKinds.text(kind) }])
      if (came !== 'refused') return came
      const why = codes.why()
      return why && isOther(why) ? 'other' : 'open'
    },
  }
}
