import { percent } from '@cheyi/domain/money'
import { taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { periodOf } from '@cheyi/domain/money/tax/period'
import { returnSources } from '@cheyi/domain/money/tax/return'
import { addDays, localDate } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { invoiceScreens } from '../../invoice/screens.ts'
import { sourceNames } from '../parts/return-words.ts'
import { taxScreens } from '../screens.ts'

type Document = OutputOf<typeof calls.tax.documents>['list'][number]

const kinds = { invoice: '发票', redInvoice: '红字发票', income: '收入', input: '进项发票' } as const

const columns: readonly ListColumn<Document>[] = [
  { key: 'name', title: '名称', kind: 'text', width: 220, card: 'title', of: ({ name }) => name },
  { key: 'kind', title: '单据', kind: 'text', width: 84, of: ({ kind }) => kinds[kind] },
  { key: 'no', title: '号码', kind: 'text', width: 176, of: ({ no }) => no },
  { key: 'day', title: '日期', kind: 'text', width: 92, of: ({ day }) => day },
  { key: 'tax', title: '税额', kind: 'money', card: 'meta', named: true, of: ({ tax }) => tax },
  { key: 'fen', title: '价税合计', kind: 'money', card: 'end', of: ({ fen }) => fen },
]

/** The documents that a figure of a return is made of. */
export default function Documents() {
  const { from: asked, of: named, rateBp } = useScreen(taxScreens.documents)
  const today = localDate(useNow())
  const from = asked || periodOf(taxpayer.general, addDays(`${today.slice(0, 7)}-01`, -1)).from
  const of = returnSources.find((one) => one === named) ?? 'income'
  const list = useListPage(
    calls.tax.documents,
    { from, of, rateBp },
    { noun: '单据', keyOf: ({ key }) => key, empty: { title: '没有单据' } },
  )
  const what = [sourceNames[of], rateBp > 0 && percent(rateBp)].filter(Boolean).join(' ')
  return (
    <Page fill title={`${from.slice(0, 7)} ${what}`}>
      <Items
        of={list}
        first={list.first}
        columns={columns}
        link={(reach, { kind, no, orderId, orderKind }) =>
          kind === 'income'
            ? orderLink(reach, { orderId, orderKind })
            : kind === 'input'
              ? linkTo(reach, taxScreens.inputs, { keyword: no })
              : linkTo(reach, invoiceScreens.list, { keyword: no })
        }
      />
    </Page>
  )
}
