import { ownerKinds } from '@cheyi/domain/insight/owner/codes'
import { spacePhone } from '@cheyi/domain/mask'
import { formatMoney } from '@cheyi/domain/money'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { ownerScreens } from '../screens.ts'

async function add() {
  const ownerId = await open(() => import('../parts/owner-sheet.tsx'), { owner: null })
  if (ownerId !== undefined) go(ownerScreens.detail, { ownerId })
}

/** Owners of managed cars. */
export default listPage(ownerScreens.list, {
  call: calls.owner.page,
  noun: '车主',
  search: '姓名、单位、车牌',
  keyOf: ({ ownerId }) => ownerId,
  Row: OwnerCard,
  estimate: 92,
  useAdd: () => () => void add(),
  useMenu: () => [{ label: '车主结算', run: () => go(ownerScreens.statements, {}) }],
  open: ({ ownerId }) => go(ownerScreens.detail, { ownerId }),
  empty: { note: '登记托管、挂靠车辆的车主和协议，每月按收入结算' },
})

type Owner = OutputOf<typeof calls.owner.page>['list'][number]

function OwnerCard({ item, current }: { readonly item: Owner; readonly current: boolean }) {
  const reach = useReach()
  const { ownerId, kind, name, phone, cars, due, open: waiting } = item
  return (
    <RecordCard
      current={current}
      title={
        <>
          <CardLink {...linkTo(reach, ownerScreens.detail, { ownerId })}>{name}</CardLink>
          {waiting > 0 && <Tag tone="warning">{waiting} 张待确认</Tag>}
        </>
      }
    >
      <p className="num">
        {[ownerKinds.text(kind), spacePhone(phone), `${cars} 辆`, due > 0 && `待付 ${formatMoney(due)}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </RecordCard>
  )
}
