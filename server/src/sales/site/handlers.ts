import { contract } from '@cheyi/contract/index'
import { source } from '@cheyi/domain/booking/order/codes'
import { onlinePayWays } from '@cheyi/domain/money/payment/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { proposedName } from '@cheyi/domain/sales/site/site-name'
import { type Context, implement, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { withinOrderLink } from '../../platform/customer-link/actions.ts'
import { joinedPicture } from '../../platform/media/actions.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { channels, closeForSale, defaultChannel, openForSale } from '../channel/actions.ts'
import { funnel, savePlace } from './funnel/funnel.ts'
import { rentalPath } from './mine/rooms.ts'
import { hostCheck, hostRemove, hostSave, hostView, siteUrl } from './own-host/handlers.ts'
import * as store from './store.ts'

/* 自营网站, for the merchant: its settings, and whether it is open. */

export const site = implement(contract.site, {
  async ofLink({ t }, ctx) {
    const found = await withinOrderLink(ctx, t, async (inside, orderId) => {
      const name = await store.reachableName(inside)
      if (name === undefined) return null
      const path = rentalPath(name, orderId)
      const home = `/s/${name}` as const
      const url = await siteUrl(inside, home)
      const start = url.startsWith(publicUrl(ctx.config, '/')) ? home : url
      // A link shows its order alone; what the open page tells everybody is no secret.
      const head = await inside.elevated(() => store.siteHead(inside))
      return { path: `${start}${path.slice(home.length)}`, site: head && siteView(inside, start, head) }
    })
    return found ?? { path: null, site: null }
  },

  async detail(_, ctx) {
    const [row, merchant, [channel = defaultChannel(source.own)], payTerms, host] = await Promise.all([
      store.siteRow(ctx),
      store.shownMerchant(ctx),
      channels(ctx, source.own),
      payTermsOf(ctx),
      hostView(ctx),
    ])
    const shown = row ?? { ...defaultSite, name: proposedName(ctx.merchantId) }
    return {
      ...shown,
      status: channel.status,
      stores: channel.stores,
      models: channel.models,
      unpriced: channel.unpriced,
      priceMode: channel.priceMode,
      priceValue: channel.priceValue,
      merchant: merchant.name,
      host,
      url: await siteUrl(ctx, `/s/${shown.name}`),
      paysOnline: payTerms.ways.some((one) => onlinePayWays.includes(one)),
    }
  },

  async save({ version, ...values }, ctx) {
    const row = await store.lockSite(ctx, proposedName(ctx.merchantId))
    requireVersion(version, row.version)
    if (!(await store.takeName(ctx, values.name))) throw new Refusal('siteNameTaken', { field: 'name' })
    ctx.audit({ targetType: 'site', targetId: ctx.merchantId, ...changesOf(row, values) })
    return store.updateSite(ctx, { ...row, ...values })
  },

  async turn({ on }, ctx) {
    const { name } = await store.lockSite(ctx, proposedName(ctx.merchantId))
    if (!on) return { status: await closeForSale(ctx, source.own) }
    await store.takeName(ctx, name)
    return { status: await openForSale(ctx, source.own) }
  },

  hostSave,
  hostCheck,
  hostRemove,

  funnel: (_, ctx) => funnel(ctx),

  /** @throws Refusal badInput (-2) with too many places, notFound (-4) */
  async placeSave(place, ctx) {
    // Two that are named at once get numbers of their own.
    await store.lockSite(ctx, proposedName(ctx.merchantId))
    return savePlace(ctx, place)
  },
})

/** What the head of the page shows. */
const siteView = (ctx: Context, home: string, { logoPath, logoThumb, status: _, ...shown }: store.SiteHead) => ({
  home,
  ...shown,
  logo: joinedPicture(ctx, logoPath, logoThumb),
})

/** The settings of a page that was never opened: those of the table. */
const defaultSite = {
  about: '',
  phone: '',
  colour: '#1557d6',
  payNow: true,
  payAtStore: true,
  selfService: false,
  version: 1,
}
