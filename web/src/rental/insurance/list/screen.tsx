import { insuranceStatuses } from '@cheyi/domain/rental/insurance/codes'
import type { InsuranceGroup } from '@cheyi/domain/rental/insurance/insurance-case'
import { calls } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { linkedFilter, listPage, opens, pick } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { open } from '../../../page/open.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Button } from '../../../ui/layout.tsx'
import { actSheets, actsOf, mayClose, sheetOf } from '../parts/insurance-acts.ts'
import { dueOf, type InsuranceItem, insuranceTones } from '../parts/insurance-words.ts'
import { insuranceScreens } from '../screens.ts'

const names: Readonly<Record<InsuranceGroup, string>> = {
  report: '待报案',
  running: '处理中',
  money: '待赔付',
  toClose: '待结案',
  ended: '已结',
}

function Next({ item }: { readonly item: InsuranceItem }) {
  const { held } = useReach()
  const [next] = actsOf(item.status, held)
  const closes = mayClose(item.status, held)
  const run = () =>
    closes
      ? open(actSheets, 'EndSheet', { one: item, as: 'close' })
      : next && next[0] !== 'repair' && open(actSheets, sheetOf[next[0]], { one: item })
  return (
    <Button size="s" variant="primary" onClick={() => void run()}>
      {closes ? '结案' : next?.[1]}
    </Button>
  )
}

const columns: readonly ListColumn<InsuranceItem>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', card: 'title', of: ({ plate }) => plate },
  {
    key: 'status',
    title: '状态',
    kind: 'tag',
    width: 84,
    card: 'end',
    of: ({ status }) => [{ text: insuranceStatuses.text(status), tone: insuranceTones[status] }],
  },
  { key: 'customer', title: '客户', kind: 'person', card: 'title', of: ({ contactName }) => contactName },
  { key: 'at', title: '出险', kind: 'time', width: 96, of: ({ occurAt }) => occurAt },
  { key: 'insurer', title: '保险公司', kind: 'text', width: 88, of: ({ insurer }) => insurer },
  { key: 'reportNo', title: '报案号', kind: 'text', width: 124, of: ({ reportNo }) => reportNo },
  { key: 'place', title: '地点', kind: 'text', extra: true, of: ({ place }) => place },
  { key: 'assessed', title: '定损', kind: 'money', width: 88, card: 'note', of: ({ assessed }) => assessed },
  { key: 'claimed', title: '索赔', kind: 'money', width: 88, card: 'note', of: ({ claimed }) => claimed || null },
  { key: 'received', title: '到账', kind: 'money', width: 88, card: 'note', of: ({ received }) => received || null },
  { key: 'due', title: '期限', kind: 'due', width: 112, of: dueOf },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 92,
    when: ({ status }, held) => mayClose(status, held) || actsOf(status, held).length > 0,
    Act: Next,
  },
]

export default listPage(insuranceScreens.list, {
  call: calls.insurance.page,
  noun: '保险案件',
  search: '车牌、报案号',
  filters: [
    tabs('group', '状态', names),
    pick('storeId', '门店', '全部门店', useStoreOptions),
    linkedFilter('vehicleId'),
  ],
  keyOf: ({ caseId }) => caseId,
  columns,
  unit: '件',
  link: (reach, { caseId }) => linkTo(reach, insuranceScreens.detail, { caseId }),
  verb: '登记',
  useAdd: opens(insuranceScreens.create, {}),
  empty: { note: '出险后登记，按车辆和时间带出保单与用车客户，并提醒报案期限' },
})
