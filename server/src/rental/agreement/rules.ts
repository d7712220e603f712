import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { type PaperSection, PLAN, paperSections } from '@cheyi/domain/rental/agreement/paper'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { paperFacts } from './facts.ts'

/** What of a paper says what a rental costs and by which rules. */
const TITLES = ['租期', '费用', PLAN, '押金', '约定']

/** Price, deposits and rules of a rental as its paper says them, for who reads them before there is one. */
export const paperRules = async (ctx: Context, order: OrderRow): Promise<PaperSection[]> =>
  paperSections(profileOf(order.orderKind).lease, await paperFacts(ctx, order)).filter(({ title }) =>
    TITLES.includes(title),
  )
