import { type CodeOf, enumeration } from '../../enumeration.ts'
import { account } from '../payment/ledger.ts'

/** How the tax office treats the merchant. A small-scale taxpayer pays a reduced rate and deducts nothing. */
export const taxpayers = enumeration({ small: [1, '小规模纳税人'], general: [2, '一般纳税人'] })
export const taxpayer = taxpayers.code
export type Taxpayer = CodeOf<typeof taxpayers>

/** What a kind of income is for value-added tax. */
export const taxClasses = enumeration({
  none: [0, '不征税'],
  rental: [1, '有形动产租赁'],
  service: [2, '现代服务'],
})
export const taxClass = taxClasses.code
export type TaxClass = CodeOf<typeof taxClasses>

/** Formats of the file that accounting software imports. */
export const voucherFormats = ['kingdee', 'yonyou'] as const
export type VoucherFormat = (typeof voucherFormats)[number]

/** The account of the tax in a voucher: the ledger has gross amounts only. */
export const OUTPUT_TAX = 'output_tax'

/** Tax class of each income account unless the merchant chose another one: compensations of a rental are part of its price (价外费用). */
export const usualClass: Readonly<Record<string, TaxClass>> = {
  [account.rentIncome]: taxClass.rental,
  [account.couponDiscount]: taxClass.rental,
  [account.serviceIncome]: taxClass.rental,
  [account.penaltyIncome]: taxClass.rental,
  [account.damageIncome]: taxClass.rental,
  [account.violationIncome]: taxClass.service,
}

/**
 * Class of the penalty of a cancelled booking unless the merchant chose another one: nothing was supplied that it could be a part of the
 * price of (增值税暂行条例实施细则第十二条). Those of early ends and late returns belong to a rental.
 */
export const usualCancelClass: TaxClass = taxClass.none
