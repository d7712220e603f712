import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { type PaperSection, PLAN, paperSections } from '@cheyi/domain/rental/agreement/paper'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { paperFacts } from './facts.ts'

/** The sections of a document that state the price and the rules of a rental. */
const TITLES = ['租期', '费用', PLAN, '押金', '约定']

/** Price, deposits and rules of a rental as its document states them, for display before the document exists. */
export const paperRules = async (ctx: Context, order: OrderRow): Promise<PaperSection[]> =>
  paperSections(profileOf(order.orderKind).lease, await paperFacts(ctx, order)).filter(({ title }) =>
    TITLES.includes(title),
  )
