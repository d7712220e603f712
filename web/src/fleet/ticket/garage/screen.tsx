import { garageWorks } from '@cheyi/domain/fleet/ticket/codes'
import { calls } from '../../../kernel/call/calls.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/layout.tsx'
import type { Garage } from '../parts/garage-sheet.tsx'
import { ticketScreens } from '../screens.ts'

const edit = (garage: Garage | null) => void open(() => import('../parts/garage-sheet.tsx'), { garage })

/** Garages and inspection stations, with what is open there and what they cost this year. */
export default listPage(ticketScreens.garages, {
  call: calls.ticket.garagePage,
  noun: '维修厂',
  search: '名称、电话、地址',
  keyOf: ({ garageId }) => garageId,
  columns: useGarageColumns,
  unit: '家',
  useAdd: () => () => edit(null),
  empty: { note: '也可在新建维保单、年检单时直接添加' },
})

const Acts = ({ item: garage }: { readonly item: Garage }) => (
  <>
    <Button size="s" onClick={() => void open(() => import('./merge-sheet.tsx'), { garage })}>
      合并
    </Button>
    <Button size="s" onClick={() => edit(garage)}>
      修改
    </Button>
  </>
)

const columns: readonly ListColumn<Garage>[] = [
  { key: 'name', title: '名称', kind: 'text', width: 168, card: 'title', of: ({ name }) => name },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 136,
    of: ({ enabled, openCount }) => [
      !enabled && { text: '已停用', tone: 'neutral' },
      openCount > 0 && { text: `${openCount} 单未完结`, tone: 'primary' },
    ],
  },
  {
    key: 'works',
    title: '业务',
    kind: 'text',
    width: 176,
    card: 'plate',
    of: ({ works }) => (works.length === 0 ? '全部业务' : works.map(garageWorks.text).join(' · ')),
  },
  { key: 'phone', title: '电话', kind: 'text', width: 116, of: ({ phone }) => phone },
  { key: 'address', title: '地址', kind: 'text', width: 208, of: ({ address }) => address },
  { key: 'cost', title: '今年费用', kind: 'money', named: true, of: ({ cost }) => cost },
]

const editable: readonly ListColumn<Garage>[] = [...columns, { key: 'act', title: '操作', kind: 'act', Act: Acts }]

function useGarageColumns() {
  return useMayWhole('inventory.edit') ? editable : columns
}
