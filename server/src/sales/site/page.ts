import { maskPhone } from '@cheyi/domain/mask'
import { hoursWords } from '@cheyi/domain/platform/store/hours-words'
import { Refusal } from '@cheyi/domain/refusal'
import { book, enter, sendCode } from './book.ts'
import { mine } from './mine/handlers.ts'
import { offer, search } from './search.ts'
import * as store from './store.ts'
import { mobileOf, type PageHandler, type PageHandlers } from './visit.ts'

const home: PageHandler<'home'> = async (_, ctx, visit) => {
  const [site, name, stores, mobile] = await Promise.all([
    store.siteRow(ctx),
    store.shownName(ctx),
    store.openStores(ctx),
    mobileOf(ctx, visit),
  ])
  if (site === undefined) throw new Refusal('siteClosed')
  const { about, phone, colour, payNow, payAtStore } = site
  return {
    ...{ name, about, phone, colour, payNow, payAtStore },
    stores: stores.map(({ hours, phone: own, ...row }) => ({ ...row, phone: own ?? '', hours: hoursWords(hours) })),
    mobile: mobile === null ? null : maskPhone(mobile),
    now: ctx.now,
  }
}

/** The handlers of the booking page. */
export const pageHandlers: PageHandlers = {
  home,
  search,
  offer,
  sendCode,
  enter,
  book,
  ...mine,
}
