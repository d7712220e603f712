import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DIRECT, MOST_PLACES, OTHER, placeCode, siteStep } from '@cheyi/domain/sales/site/funnel'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import * as store from './store.ts'

/* The funnel of 30 days, and the places that visitors come from. */

/** Lines of what was missing. */
const MOST_LACKS = 30

export async function funnel(ctx: Context) {
  const [known, counted, booked, lacks] = await Promise.all([
    store.places(ctx),
    store.counts(ctx),
    store.bookings(ctx),
    store.lacks(ctx, MOST_LACKS),
  ])
  const line = (place: string, name: string) => {
    const of = (step: number) => counted.find((one) => one.place === place && one.step === step)?.n ?? 0
    const orders = booked.find((one) => one.place === place)
    return {
      ...{ code: place, name, visits: of(siteStep.visit), searches: of(siteStep.search), empty: of(siteStep.empty) },
      ...{ offers: of(siteStep.offer), bookings: orders?.booked ?? 0, paid: orders?.paid ?? 0 },
    }
  }
  const places = [line(DIRECT, '直接访问'), ...known.map(({ code, name }) => line(code, name)), line(OTHER, '其他')]
  return { from: store.firstDay(ctx), to: localDate(ctx.now), places, lacks }
}

/** A new place, or another name of one. @throws Refusal badInput (-2) with too many, notFound (-4) */
export async function savePlace(
  ctx: Context,
  { code, name }: { readonly code?: string | undefined; readonly name: string },
) {
  if (code !== undefined) {
    if (!(await store.renamePlace(ctx, { code, name }))) throw new Refusal('notFound', { field: 'code' })
    ctx.audit({ targetType: 'site', targetId: ctx.merchantId, after: { sitePlace: name } })
    return { code }
  }
  const known = await store.places(ctx)
  if (known.length >= MOST_PLACES) throw badInput('name', `最多${MOST_PLACES}个投放位置`)
  const no = (known.at(-1)?.no ?? 0) + 1
  await store.insertPlace(ctx, { no, code: placeCode(no), name })
  ctx.audit({ targetType: 'site', targetId: ctx.merchantId, after: { sitePlace: name } })
  return { code: placeCode(no) }
}
