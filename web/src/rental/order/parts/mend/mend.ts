import { goTo } from '../../../../kernel/page/router.ts'
import { stringifySearch } from '../../../../kernel/page/search.ts'
import { open } from '../../../../page/open.ts'

/** Changes an order in a sheet, or opens its cancel page. */
export async function mend({ orderId }: { readonly orderId: string }): Promise<void> {
  const page = await open(() => import('./mend-sheet.tsx'), { orderId })
  if (page !== undefined) goTo(page + stringifySearch({ orderId }))
}
