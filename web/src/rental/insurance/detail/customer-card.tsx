import { formatMoney } from '@cheyi/domain/money'
import { supplementStatuses } from '@cheyi/domain/money/supplement/codes'
import { isWithdrawn } from '@cheyi/domain/money/supplement/supplement'
import { isClosedDamage } from '@cheyi/domain/rental/damage/claim'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { isOpenCase, shareText } from '@cheyi/domain/rental/insurance/insurance-case'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { damageScreens } from '../../damage/screens.ts'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** What the customer pays: by the case of damage, or as excess and loss of use; nothing without an order. */
export function CustomerCard({ one }: { readonly one: InsuranceCase }) {
  const reach = useReach()
  const mayCharge = useMay('order.supplement')
  const { orderId, orderKind, damage, share, status } = one
  if (orderId === null || orderKind === null) return null
  const byDamage = damage !== null && !isClosedDamage(damage.status)
  const standing = share !== null && !isWithdrawn(share.status)
  const charge = mayCharge && !byDamage && !standing && isOpenCase(status) && (
    <CardMore onClick={() => void open(() => import('./charge-sheet.tsx'), { one })}>收取免赔</CardMore>
  )
  if (damage === null && share === null) return <None of="客户承担费用" add={charge} />
  return (
    <Card title="客户承担" extra={charge}>
      {damage !== null && (
        <Cell
          label="车损单"
          note={damageStatuses.text(damage.status)}
          align="right"
          {...linkTo(reach, damageScreens.record, { orderId })}
        >
          {formatMoney(damage.payable)}
        </Cell>
      )}
      {share !== null && (
        <Cell
          label="免赔与停运费"
          note={[supplementStatuses.text(share.status), shareText(share)].join(' · ')}
          align="right"
          {...orderLink(reach, { orderId, orderKind })}
        >
          {formatMoney(share.amount)}
        </Cell>
      )}
    </Card>
  )
}
