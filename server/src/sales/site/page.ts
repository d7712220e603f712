import { maskPhone } from '@cheyi/domain/mask'
import { hoursWords } from '@cheyi/domain/platform/store/hours-words'
import type { OpeningWindow } from '@cheyi/domain/platform/store/opening'
import { Refusal } from '@cheyi/domain/refusal'
import { addDays, localDate } from '@cheyi/domain/time'
import { joinedPicture } from '../../platform/media/actions.ts'
import { book, enter, sendCode } from './book.ts'
import { companiesOf, endInvite, invite } from './company.ts'
import { mine } from './mine/handlers.ts'
import { offer, places, search } from './search.ts'
import * as store from './store.ts'
import { mobileOf, type PageHandler, type PageHandlers } from './visit.ts'
import { wechatHandlers } from './wechat/handlers.ts'
import { userOf } from './wechat/user.ts'

const shownWindow = (window: OpeningWindow) => ({
  outOfHours: false,
  crossMidnight: false,
  ...window,
  weekdays: [...window.weekdays],
})

const home: PageHandler<'home'> = async (_, ctx, visit) => {
  const proved = mobileOf(ctx, visit)
  const [site, { name, logoPath, logoThumb }, stores, mobile, companies] = await Promise.all([
    store.siteRow(ctx),
    store.shownMerchant(ctx),
    store.openStores(ctx),
    proved,
    proved.then((known) => companiesOf(ctx, known)),
  ])
  if (site === undefined) throw new Refusal('siteClosed')
  const { about, phone, colour, payNow, payAtStore, selfService } = site
  return {
    logo: joinedPicture(ctx, logoPath, logoThumb),
    ...{ name, about, phone, colour, payNow, payAtStore, selfService },
    stores: stores.map(({ hours, holidays, delivers, collects, phone: own, ...row }) => ({
      ...row,
      phone: own ?? '',
      hours: hoursWords(hours),
      delivers: delivers && ctx.outside().map !== null,
      collects,
      openings: hours.map(shownWindow),
      // What is past can no longer be chosen; the night of yesterday reaches into today.
      exceptions: holidays
        .filter(({ date }) => date >= addDays(localDate(ctx.now), -1))
        .map(({ date, closed = false, hours: own = [] }) => ({ date, closed, hours: own.map(shownWindow) })),
    })),
    mobile: mobile === null ? null : maskPhone(mobile),
    companies,
    wechat: userOf(ctx, visit.wechat) !== null,
    now: ctx.now,
  }
}

/** The handlers of the booking page. */
export const pageHandlers: PageHandlers = {
  home,
  search,
  places,
  offer,
  sendCode,
  enter,
  book,
  invite,
  endInvite,
  ...mine,
  ...wechatHandlers,
}
