import { orderItemType, reduceType } from '../../../booking/order/codes.ts'
import type { Fen } from '../../../money.ts'
import { line } from '../lines/lines.ts'
import type { PriceLine, SoldService } from '../quote.ts'

/** `discount`: at the expense of the merchant; `subsidy`: paid by the platform, which owes it to the merchant. */
export const givenKinds = ['rent', 'service', 'fee', 'discount', 'subsidy'] as const

/** A price line as a platform sends it. */
export interface GivenLine {
  readonly kind: (typeof givenKinds)[number]
  /** The platform's code of a service. */
  readonly code?: string | undefined
  readonly name: string
  /** Positive, also for a reduction. */
  readonly amountFen: Fen
}

export type OwnService = Pick<SoldService, 'code' | 'name' | 'itemType' | 'unit'>

const reductions = { discount: reduceType.merchant, subsidy: reduceType.channelSubsidy } as const
const isReduction = (kind: GivenLine['kind']): kind is keyof typeof reductions => kind in reductions

/** What the customer pays. */
export const sumOfGiven = (lines: readonly GivenLine[]): Fen =>
  lines.reduce((sum, { kind, amountFen }) => sum + (isReduction(kind) ? -amountFen : amountFen), 0)

/** What the platform pays in the place of the customer. */
export const subsidyOf = (lines: readonly GivenLine[]): Fen =>
  lines.reduce((sum, { kind, amountFen }) => sum + (kind === 'subsidy' ? amountFen : 0), 0)

/**
 * The lines of a platform as lines of an order. A service has our name and the platform's, so that both sides recognise
 * it; one that is charged by day is spread over the days, so that a renewal continues it.
 */
export const channelLines = (
  given: readonly GivenLine[],
  days: number,
  services: ReadonlyMap<string, OwnService>,
): PriceLine[] =>
  given.map(({ kind, code = '', name, amountFen }, i) => {
    const common = { name, amount: amountFen, formula: '渠道价格' }
    if (kind === 'rent') return line({ ...common, kind, itemType: orderItemType.rental, code: 'rent' })
    if (isReduction(kind))
      return line({
        ...common,
        kind: 'reduce',
        itemType: orderItemType.rental,
        code: `reduce.${reductions[kind]}`,
        amount: -amountFen,
        reduceType: reductions[kind],
      })
    const own = kind === 'service' ? services.get(code) : undefined
    if (own === undefined)
      return line({
        ...common,
        kind: kind === 'fee' ? 'handover' : kind,
        itemType: orderItemType.extraService,
        code: `channel.${code || i + 1}`,
      })
    const daily = own.unit === 'day' && amountFen % days === 0
    return line({
      ...common,
      kind: 'service',
      itemType: own.itemType,
      code: own.code,
      name: own.name === name ? name : `${own.name}（渠道：${name}）`,
      ...(daily && { qty: days, unit: 'day', unitPrice: amountFen / days }),
    })
  })
