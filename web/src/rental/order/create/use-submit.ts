import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { DRAFT_LIFE } from '@cheyi/domain/booking/order/timers'
import { formatHours } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { can } from '@cheyi/domain/step'
import { useRef, useState } from 'react'
import { useOrderScreens, useProfile } from '../../../booking/order/parts/profile.ts'
import { forgetQuotes, type Quote } from '../../../booking/order/parts/use-quote.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { type CallFailure, isUndecided } from '../../../kernel/call/failure.ts'
import { isRefusedFor, isStale } from '../../../kernel/call/refused.ts'
import { useBack } from '../../../kernel/page/pages.tsx'
import { go, goTo } from '../../../kernel/page/router.ts'
import { useHandedSent } from '../../../platform/referral/parts/handed.tsx'
import { screensOf as handoverScreensOf } from '../../pickup-return/screens.ts'
import { closedProblem, type Part, type Problems, refusedPart } from './check.ts'
import { type BookingDraft, type BookingInput, bookingInput, type Entered } from './form.ts'
import type { Booking } from './use-booking.ts'

/** An order that holds a car and could give it up. */
export interface HeldOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly plate: string | null
}

/** Why no car is available, beyond the plain refusal. */
export interface NoCar {
  readonly hint: string | null
  readonly held: readonly HeldOrder[]
}

interface Undecided {
  readonly input: BookingInput
  readonly form: string
  /** The request got no answer. */
  readonly unanswered: boolean
}

/** Required parts of a draft: it is stored as a priced trip. */
const draftParts: readonly Part[] = [
  'storeId',
  'returnStoreId',
  'times',
  'pickup',
  'return',
  'modelId',
  'reduces',
  'services',
]

const isPriceAnswer = isRefusedFor('priceChanged', 'quoteExpired')
const isCarTaken = isRefusedFor('vehicleTaken')

export interface SubmitOptions {
  readonly draft: BookingDraft | null
  /** Another person saved or submitted the draft meanwhile. */
  readonly onStale: () => void
  /** Scrolls to the first wrong part, after it is rendered. */
  readonly showWrong: (found: Problems) => void
  /** The request of a colleague whose form this is. */
  readonly referralId?: string | undefined
}

export type Submitting = ReturnType<typeof useSubmit>

/** Submits the form, or stores it as a draft on the server; shows every refusal where it can be resolved. */
export function useSubmit(booking: Booking, { draft, onStale, showWrong, referralId }: SubmitOptions) {
  const { entered, minutes } = booking
  const { list, detail } = useOrderScreens()
  const { pickup } = handoverScreensOf(useProfile().kind)
  const back = useBack()
  const busy = useRef(false)
  /** The sent input without a decision, with the form it came from. */
  const [open, setOpen] = useState<Undecided | null>(null)
  const repeats = open !== null && open.form === textOf(entered)
  const [noCar, setNoCar] = useState<NoCar | null>(null)
  const handles = (failure: CallFailure) =>
    refusedPart(failure, minutes) !== null || isPriceAnswer(failure) || isStale(failure)
  const create = useWrite(calls.order.create, { handles })
  const handed = useHandedSent(referralId)
  const keep = useWrite(calls.order.create, { handles })

  /** Ignores a second tap while the first is being confirmed or sent. */
  async function once(work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    await work().finally(() => {
      busy.current = false
    })
  }

  async function submit(): Promise<void> {
    booking.seeAll()
    booking.refuse({})
    setNoCar(null)
    if (Object.keys(booking.blocking).length > 0) return showWrong(booking.blocking)
    // The same form is sent with the same idempotency key, so that no second order is created.
    if (repeats) return send(open.input)
    const quote = readyQuote()
    if (!quote || (entered.unanswered && !(await mayHaveWorked())) || !(await acceptsHours())) return
    await send(inputOf(quote, true))
  }

  async function send(input: BookingInput, again = false): Promise<void> {
    // Stored before it is sent: if the page is loaded again before an answer comes, the order may exist.
    booking.enter({ unanswered: true })
    booking.flush()
    const made = await create.run(input)
    if (made) {
      forgetQuotes()
      booking.took()
      booking.sent()
      handed()
      feedback.toast('订单已提交')
      const { orderId } = made
      return entered.walkIn && can(orderSteps, 'pickUp', made.status).ok
        ? go(pickup, { orderId }, { replace: true })
        : go(detail, { orderId }, { replace: true })
    }
    const failure = create.why()
    if (!failure) return
    note(input, failure)
    if (isPriceAnswer(failure)) return askPrice(input, again)
    const next = isCarTaken(failure) && input.vehicleId ? await booking.another(input.vehicleId) : null
    if (next !== null) return send({ ...input, vehicleId: next }, again)
    settle(failure)
  }

  /** Stores the undecided input with its form; the draft also stores that no answer came, since the order may exist. */
  function note(input: BookingInput, failure: CallFailure): void {
    const unanswered = failure.kind !== 'refused'
    if (booking.latest.current.unanswered !== unanswered) booking.enter({ unanswered })
    setOpen(isUndecided(failure) ? { input, form: textOf(booking.latest.current), unanswered } : null)
  }

  /** The price may have changed: sends again when it has not, otherwise only after the person confirmed the new one. */
  async function askPrice(input: BookingInput, again: boolean): Promise<void> {
    const quote = await booking.reprice()
    const before = input.expectTotal ?? 0
    if (!quote || (again && quote.total === before)) return feedback.toast('价格已变动，请确认后重新提交', 'error')
    const agreed =
      quote.total === before ||
      (await feedback.ask({
        title: '价格已变动',
        text: `原价 ${formatMoney(before)}，现价 ${formatMoney(quote.total)}`,
        confirm: '按新价提交',
        cancel: '再看看',
      }))
    if (agreed) await send({ ...input, quoteId: quote.quoteId, expectTotal: quote.total }, true)
  }

  function settle(failure: CallFailure): void {
    if (isStale(failure)) onStale()
    const found = refusedPart(failure, minutes)
    if (!found) return
    if (isRefusedFor('noVehicleLeft')(failure)) setNoCar(noCarOf(failure))
    booking.refuse({ [found.part]: found.text })
    showWrong({ [found.part]: found.text })
  }

  async function saveDraft(): Promise<void> {
    const missing = draftParts.some((part) => booking.blocking[part] !== undefined)
    if (missing) {
      booking.leave(...draftParts)
      feedback.toast('填好门店、时间和车型后可存草稿')
      return showWrong(booking.blocking)
    }
    const quote = readyQuote()
    if (!quote) return
    if (await keep.run(inputOf(quote, false))) {
      forgetQuotes()
      booking.sent()
      feedback.toast(`草稿已保存，${formatHours(DRAFT_LIFE)}内可继续填写`)
      return back()
    }
    const failure = keep.why()
    if (failure) settle(failure)
  }

  /** The shown price; undefined while it is computed. */
  function readyQuote(): Quote | undefined {
    const { quote, waiting, failure } = booking
    if (quote && !waiting) return quote
    feedback.toast(failure ? '价格没有算出来，请重试' : '正在计算价格，请稍候')
    return undefined
  }

  function inputOf(quote: Quote, submit: boolean): BookingInput {
    return bookingInput(entered, { submit, quote, depositMode: booking.depositMode, draft })
  }

  async function mayHaveWorked(): Promise<boolean> {
    const again = await feedback.decide({
      title: '上次提交没有收到结果',
      text: '订单可能已经生成，请先到订单列表核对，避免重复下单',
      confirm: '仍要提交',
      cancel: '去核对',
    })
    if (again === false) goTo(list.path)
    return again === true
  }

  async function acceptsHours(): Promise<boolean> {
    const closed = closedProblem(booking.trip, true)
    return (
      closed === undefined || feedback.ask({ title: '营业时间外', text: closed, confirm: '仍要提交', cancel: '改时间' })
    )
  }

  return {
    submit: () => once(submit),
    saveDraft: () => once(saveDraft),
    submitting: create.pending,
    saving: keep.pending,
    /** Set when the last submit was refused because no car is free. */
    noCar: booking.refused.modelId ? noCar : null,
    /** No answer came: the order may or may not exist. */
    unanswered: repeats && open.unanswered,
  }
}

const textOf = (entered: Entered): string => JSON.stringify(entered)

function noCarOf({ data }: CallFailure): NoCar {
  const { hint = null, held = [] } = (typeof data === 'object' && data !== null ? data : {}) as Partial<NoCar>
  return { hint, held }
}
