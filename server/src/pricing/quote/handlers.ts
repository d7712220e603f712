import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { isPlatform, orderKind, pickupType, returnType, type Source, source } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { cancelBasisOf, isSoldByTerm, prepayOfSold, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { PAPERS_AHEAD } from '@cheyi/domain/fleet/stock/board'
import { closedWords } from '@cheyi/domain/platform/store/hours-words'
import { isOpen } from '@cheyi/domain/platform/store/opening'
import { cheaperLength } from '@cheyi/domain/pricing/quote/cheaper'
import { endOfTerm, monthSpan } from '@cheyi/domain/pricing/quote/long/months'
import type { LongSnapshot } from '@cheyi/domain/pricing/quote/long/price'
import { payInterval as payIntervals } from '@cheyi/domain/pricing/quote/long/terms'
import type { PriceInput } from '@cheyi/domain/pricing/quote/quote'
import type { Trip } from '@cheyi/domain/pricing/quote/trip'
import { type CancelSnapshot, tierPenalty } from '@cheyi/domain/pricing/terms/cancel'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { planOf } from '@cheyi/domain/rental/instalment/rows'
import { localDate } from '@cheyi/domain/time'
import { capacity } from '../../fleet/stock/actions.ts'
import { type Context, implement } from '../../kernel/context.ts'
import { holdsInSight, inSight } from '../../platform/store/actions.ts'
import { cancelTerms, keepQuote, type LoadedRules, priceTrip, requireOffered } from './actions.ts'
import { changes } from './changes.ts'
import { allServices } from './services.ts'
import { companyOf, lastPapers } from './store.ts'

type QuoteAsked = ParsedOf<typeof contract.quote.quote>

/**
 * Warning for a stay that outlasts the documents of every car that it may get: the date by which they must be renewed, during the
 * rental.
 */
async function papersWarning(ctx: Context, { storeId, modelId, pickupAt, returnAt }: PriceInput): Promise<string[]> {
  if (returnAt <= pickupAt + PAPERS_AHEAD) return []
  const last = await lastPapers(ctx, storeId, modelId)
  return last === null || last >= localDate(returnAt)
    ? []
    : [`该车型的证件（保险、年检）最晚${last}到期，租期内须续办，请与客户约定`]
}

export const quote = implement(contract.quote, {
  async quote(asked, ctx) {
    const { orderId } = asked
    const { trip, snapshot, loaded, deposits, prepay, modification, cheaper, hints } =
      orderId === undefined ? await newTrip(ctx, asked) : await changedTrip(ctx, orderId, asked)
    const terms = await cancelTerms(ctx, snapshot)
    const { input } = snapshot
    const freeCapacity = await capacity(ctx, { ...trip, exceptOrderId: orderId })
    const kept = await keepQuote(ctx, {
      inputs: { trip, deposits, prepay, ...(orderId !== undefined && { modifies: orderId }) },
      snapshot,
      total: snapshot.total,
    })
    return {
      ...kept,
      term: isSoldByTerm(snapshot) ? termView(snapshot) : null,
      days: snapshot.days,
      overHours: snapshot.overHours,
      lines: [...snapshot.lines],
      total: snapshot.total,
      prepay: prepayOfSold(prepay, snapshot),
      deposits: {
        ...deposits,
        rows: [...deposits.rows],
        modes: [...deposits.modes],
        waiveTypes: [...deposits.waiveTypes],
      },
      cancelRule: tiersOf(terms, snapshot),
      freeCapacity,
      pickupDistanceM: input.pickup.metres,
      returnDistanceM: input.return.metres,
      pickupEstimated: input.pickup.estimated,
      returnEstimated: input.return.estimated,
      warnings: [
        ...hints.map((hint) => hint.text),
        ...hoursWarnings(ctx, loaded, trip),
        ...(await papersWarning(ctx, input)),
        ...(cheaper === null ? [] : [cheaper.text]),
      ],
      modification,
    }
  },

  async services({ storeId, modelId, source, kind, all = false }, ctx) {
    if (storeId !== undefined) inSight(ctx, storeId)
    const services = await allServices(ctx)
    return services
      .filter(({ storeIds }) => holdsInSight(ctx, storeIds))
      .filter((row) => (all || row.enabled) && (kind === undefined || row.itemType === kind))
      .filter((row) => covers(row.storeIds, storeId) && covers(row.modelIds, modelId) && covers(row.sources, source))
  },
})

/** The requested end, or the end of a term in whole months. */
const endOf = ({ pickupAt, returnAt, termMonths = 0 }: QuoteAsked): number =>
  returnAt ?? endOfTerm(pickupAt, termMonths)

/**
 * A bookable stay by today's rules. @throws Refusal forbidden (-3) without the permission to create its kind, notFound (-4) for a store
 * that is not visible to the account
 */
async function newTrip(ctx: Context, asked: QuoteAsked) {
  const { orderId, orderKind: kind = orderKind.short, termMonths, monthlyPrice, payInterval, total, ...rest } = asked
  ctx.require(profileOf(kind).createKey)
  inSight(ctx, asked.storeId)
  if (asked.companyId !== undefined) await requireCompany(ctx, asked.companyId, asked.source ?? source.offline)
  const trip = {
    ...rest,
    returnAt: endOf(asked),
    returnStoreId: asked.returnStoreId ?? asked.storeId,
    source: asked.source ?? source.offline,
    pickupType: asked.pickupType ?? pickupType.store,
    returnType: asked.returnType ?? returnType.store,
    ...(profileOf(kind).counts === 'dates' && {
      long: {
        monthlyPrice: monthlyPrice ?? null,
        agreedTotal: total ?? null,
        payInterval: payInterval ?? payIntervals.monthly,
      },
    }),
  }
  const { quote, input, ...priced } = await priceTrip(ctx, trip)
  requireOffered(priced.loaded, trip.modelId)
  const cheaper = quote === null ? null : cheaperLength(input, priced.loaded.of(trip.modelId), quote)
  return { ...priced, trip, prepay: priced.loaded.prepay, cheaper, modification: null }
}

/** @throws Refusal notFound (-4), badInput (-2) for a disabled company, or one for an order of a platform, which sets its own prices */
async function requireCompany(ctx: Context, companyId: string, of: Source): Promise<void> {
  const company = await companyOf(ctx, companyId)
  if (company === undefined) throw new Refusal('notFound', { field: 'companyId' })
  if (!company.enabled) throw badInput('companyId', '该企业客户已停用')
  if (isPlatform(of)) throw badInput('companyId', '渠道订单不能选择企业客户')
}

/** The term and the instalment plan that the order would have. */
function termView(snapshot: LongSnapshot) {
  const { startDate, endDate, monthlyPrice, terms } = snapshot
  return {
    ...monthSpan(startDate, endDate),
    startDate,
    endDate,
    monthlyPrice,
    payInterval: terms.payInterval,
    rows: planOf(snapshot),
  }
}

/** The price of a modification. Hints are only for a new booking. */
async function changedTrip(ctx: Context, orderId: string, asked: QuoteAsked) {
  const { monthlyPrice, payInterval, total, ...rest } = asked
  const long = {
    ...(monthlyPrice !== undefined && { monthlyPrice }),
    ...(payInterval !== undefined && { payInterval }),
    ...(total !== undefined && { agreedTotal: total }),
  }
  return {
    ...(await changes.preview(ctx, orderId, { ...rest, returnAt: endOf(asked), long })),
    cheaper: null,
    hints: [],
  }
}

/** An empty list covers everything, and an undefined value is covered by every list. */
const covers = <T>(list: readonly T[], value: T | undefined): boolean =>
  list.length === 0 || value === undefined || list.includes(value)

/** The tiers of the cancellation terms, each with its fee for this price. */
function tiersOf(terms: CancelSnapshot, snapshot: SoldSnapshot) {
  const basis = cancelBasisOf(snapshot)
  return terms.rule.tiers.map((tier) => ({
    ...tier,
    penalty: tierPenalty(terms.rule, tier, basis),
  }))
}

/** Outside opening hours only an account with the permission to override can book; the form warns of that before. */
function hoursWarnings(ctx: Context, { pickupStore, returnStore }: LoadedRules, trip: Trip): string[] {
  const mayPass = ctx.can('order.override')
  const closed = (end: '取车' | '还车', { hours, holidays }: LoadedRules['pickupStore'], instant: number) =>
    isOpen(hours, holidays, instant) ? [] : [closedWords(end, { hours, exceptions: holidays }, instant, mayPass)]
  return [...closed('取车', pickupStore, trip.pickupAt), ...closed('还车', returnStore, trip.returnAt)]
}
