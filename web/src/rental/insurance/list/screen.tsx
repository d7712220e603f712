import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { insuranceStatuses } from '@cheyi/domain/rental/insurance/codes'
import type { InsuranceGroup } from '@cheyi/domain/rental/insurance/insurance-case'
import { useCurrentStore } from '../../../fleet/store/parts/current-store.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage, opens } from '../../../page/list/list-page.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { dueOf, type InsuranceItem, insuranceTones } from '../parts/insurance-words.ts'
import { insuranceScreens } from '../screens.ts'

const names: Readonly<Record<InsuranceGroup, string>> = {
  report: '待报案',
  running: '处理中',
  money: '待赔付',
  toClose: '待结案',
  ended: '已结',
}
const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

export default listPage(insuranceScreens.list, {
  call: calls.insurance.page,
  noun: '保险案件',
  search: '车牌、报案号',
  filters: [
    tabs('group', '状态', names),
    pick('storeId', '门店', '全部门店', useStores),
    {
      name: 'vehicleId',
      address: ['vehicleId'],
      read: ({ vehicleId }) => vehicleId || undefined,
      Field: () => null,
    },
  ],
  keyOf: ({ caseId }) => caseId,
  Row: CaseCard,
  estimate: 132,
  open: ({ caseId }) => go(insuranceScreens.detail, { caseId }),
  useAdd: opens(insuranceScreens.create, {}),
  empty: { note: '出险后登记，按车辆和时间带出保单与用车客户，并提醒报案期限' },
})

function CaseCard({ item, current }: { readonly item: InsuranceItem; readonly current: boolean }) {
  const now = useNow()
  const reach = useReach()
  const { caseId, status, plate, occurAt, place, insurer, reportNo, contactName, assessed, claimed, received } = item
  const money =
    received > 0
      ? `已到账 ${formatMoney(received)}`
      : claimed > 0
        ? `索赔 ${formatMoney(claimed)}`
        : assessed !== null && `定损 ${formatMoney(assessed)}`
  return (
    <RecordCard
      current={current}
      title={
        <CardLink {...linkTo(reach, insuranceScreens.detail, { caseId })}>
          {[insurer, reportNo].filter(Boolean).join(' ') || '未登记保险公司'}
        </CardLink>
      }
      end={<Tag tone={insuranceTones[status]}>{insuranceStatuses.text(status)}</Tag>}
      due={dueOf(item, now)}
    >
      <Row gap={8} top={4} wrap>
        <Plate plate={plate} size="s" />
        <Text num note>
          {formatMoment(occurAt, now)}
        </Text>
      </Row>
      <Text as="p" ink={2}>
        {[contactName ?? '无客户用车', place].filter(Boolean).join(' · ')}
      </Text>
      {money && (
        <Text as="p" num ink={2}>
          {money}
        </Text>
      )}
    </RecordCard>
  )
}
