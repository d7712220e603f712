import { manifest as order } from './booking/order/manifest.ts'
import { manifest as cost } from './fleet/cost/manifest.ts'
import { manifest as inventory } from './fleet/inventory/manifest.ts'
import { manifest as model } from './fleet/model/manifest.ts'
import { manifest as stock } from './fleet/stock/manifest.ts'
import { manifest as ticket } from './fleet/ticket/manifest.ts'
import { manifest as vehicleControl } from './fleet/vehicle-control/manifest.ts'
import { manifest as cashAhead } from './insight/cash-ahead/manifest.ts'
import { manifest as commission } from './insight/commission/manifest.ts'
import { manifest as data } from './insight/data/manifest.ts'
import { manifest as owner } from './insight/owner/manifest.ts'
import type { Manifest } from './manifest.ts'
import { manifest as asset } from './money/asset/manifest.ts'
import { manifest as bank } from './money/bank/manifest.ts'
import { manifest as bookkeeping } from './money/bookkeeping/manifest.ts'
import { manifest as cashShift } from './money/cash-shift/manifest.ts'
import { manifest as closing } from './money/closing/manifest.ts'
import { manifest as debt } from './money/debt/manifest.ts'
import { manifest as deposit } from './money/deposit/manifest.ts'
import { manifest as expense } from './money/expense/manifest.ts'
import { manifest as invoice } from './money/invoice/manifest.ts'
import { manifest as payable } from './money/payable/manifest.ts'
import { manifest as payment } from './money/payment/manifest.ts'
import { manifest as reconcile } from './money/reconcile/manifest.ts'
import { manifest as reimbursement } from './money/reimbursement/manifest.ts'
import { manifest as supplement } from './money/supplement/manifest.ts'
import { manifest as tax } from './money/tax/manifest.ts'
import { manifest as price } from './pricing/price/manifest.ts'
import { manifest as quote } from './pricing/quote/manifest.ts'
import { manifest as terms } from './pricing/terms/manifest.ts'
import { manifest as agreement } from './rental/agreement/manifest.ts'
import { manifest as arrange } from './rental/arrange/manifest.ts'
import { manifest as company } from './rental/company/manifest.ts'
import { manifest as damage } from './rental/damage/manifest.ts'
import { manifest as dispute } from './rental/dispute/manifest.ts'
import { manifest as driver } from './rental/driver/manifest.ts'
import { manifest as instalment } from './rental/instalment/manifest.ts'
import { manifest as insurance } from './rental/insurance/manifest.ts'
import { manifest as pickupReturn } from './rental/pickup-return/manifest.ts'
import { manifest as renewal } from './rental/renewal/manifest.ts'
import { manifest as selfService } from './rental/self-service/manifest.ts'
import { manifest as toll } from './rental/toll/manifest.ts'
import { manifest as violation } from './rental/violation/manifest.ts'
import { manifest as channel } from './sales/channel/manifest.ts'
import { manifest as channelPush } from './sales/channel-push/manifest.ts'
import { manifest as coupon } from './sales/coupon/manifest.ts'
import { manifest as openApi } from './sales/open-api/manifest.ts'
import { manifest as site } from './sales/site/manifest.ts'

/*
 * The features above the platform, each with what the lists of the platform know of it: refusals, pending work, counters, words of the log.
 * A feature that is deleted takes its words with it.
 */

/** In the order in which home shows their counters. */
export const manifests = [
  model,
  inventory,
  stock,
  cost,
  price,
  quote,
  terms,
  order,
  ticket,
  payment,
  deposit,
  expense,
  supplement,
  reimbursement,
  debt,
  cashShift,
  closing,
  bookkeeping,
  reconcile,
  bank,
  payable,
  invoice,
  tax,
  asset,
  violation,
  toll,
  insurance,
  damage,
  arrange,
  pickupReturn,
  renewal,
  company,
  instalment,
  driver,
  selfService,
  agreement,
  dispute,
  channel,
  channelPush,
  openApi,
  site,
  coupon,
  owner,
  commission,
  cashAhead,
  data,
  vehicleControl,
] as const

type Rows<Part extends keyof Manifest> = Extract<(typeof manifests)[number], Readonly<Record<Part, unknown>>>[Part]
type AllOf<Union> = (Union extends unknown ? (rows: Union) => void : never) extends (rows: infer All) => void
  ? All
  : never

/** The rows of one kind of all features. */
export const rowsOf = <Part extends Exclude<keyof Manifest, 'audit'>>(part: Part) =>
  Object.assign({}, ...manifests.map((manifest: Manifest) => manifest[part])) as AllOf<Rows<Part>>

/** The words of one kind of all features in the log. */
export const auditWordsOf = (kind: keyof NonNullable<Manifest['audit']>): Readonly<Record<string, string>> =>
  Object.assign({}, ...manifests.map(({ audit }: Manifest) => audit?.[kind]))
