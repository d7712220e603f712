import { feedback } from '../../kernel/call/feedback.ts'
import { goTo } from '../../kernel/page/router.ts'
import { stringifySearch } from '../../kernel/page/search.ts'
import { open } from '../../page/open.ts'

/** Asks what of an order is to be put right, and opens what puts it right. */
export async function mend({ orderId }: { readonly orderId: string }): Promise<void> {
  const chosen = await open(() => import('./mend-sheet.tsx'), { orderId })
  if (chosen === undefined) return
  const { what, order } = chosen
  if (what === 'customer') await open(() => import('./customer-sheet.tsx'), { order })
  else if (what === 'period') {
    if (await open(() => import('../../pickup-return/parts/period-sheet.tsx'), { order })) feedback.toast('租期已调整')
  } else goTo(what + stringifySearch({ orderId }))
}
