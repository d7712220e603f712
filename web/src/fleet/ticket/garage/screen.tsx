import { garageWorks } from '@cheyi/domain/fleet/ticket/codes'
import { formatMoney } from '@cheyi/domain/money'
import { calls } from '../../../kernel/call/calls.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { Garage } from '../parts/garage-sheet.tsx'
import { ticketScreens } from '../screens.ts'

const edit = (garage: Garage | null) => void open(() => import('../parts/garage-sheet.tsx'), { garage })

/** Garages and inspection stations, with what is open there and what they cost this year. */
export default listPage(ticketScreens.garages, {
  call: calls.ticket.garagePage,
  noun: '维修厂',
  search: '名称、电话、地址',
  keyOf: ({ garageId }) => garageId,
  Row: GarageCard,
  estimate: 128,
  useAdd: () => () => edit(null),
  empty: { note: '也可在新建维保单、年检单时直接添加' },
})

function GarageCard({ item, current }: { readonly item: Garage; readonly current: boolean }) {
  const mayEdit = useMayWhole('inventory.edit')
  const { name, phone, address, works, enabled, openCount, cost } = item
  async function more() {
    const chosen = await choose(name, [
      { key: 'edit', label: '修改' },
      { key: 'merge', label: '合并到其他维修厂' },
    ])
    if (chosen === 'edit') edit(item)
    if (chosen === 'merge') void open(() => import('./merge-sheet.tsx'), { garage: item })
  }
  return (
    <RecordCard
      current={current}
      title={
        <>
          <CardLink {...(mayEdit && { onClick: () => edit(item) })}>{name}</CardLink>
          {!enabled && <Tag>已停用</Tag>}
          {openCount > 0 && <Tag tone="primary">{openCount} 单未完结</Tag>}
        </>
      }
      end={
        mayEdit && (
          <Button size="s" variant="text" onClick={() => void more()}>
            更多
          </Button>
        )
      }
    >
      <p>{works.length === 0 ? '全部业务' : works.map(garageWorks.text).join(' · ')}</p>
      {(phone || address) && <p className="num">{[phone, address].filter(Boolean).join(' · ')}</p>}
      {!!cost && <p className="num">今年费用 {formatMoney(cost)}</p>}
    </RecordCard>
  )
}
