import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo } from '../../../kernel/user.ts'
import { ReceiveButton } from '../../../money/payment/parts/receive-button.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { creditTags } from '../parts/company-words.ts'
import { companyScreens } from '../screens.ts'

async function add() {
  const companyId = await open(() => import('../parts/company-sheet.tsx'), { company: null })
  if (companyId !== undefined) go(companyScreens.detail, { companyId })
}

type Company = OutputOf<typeof calls.company.page>['list'][number]

const columns: readonly ListColumn<Company>[] = [
  { key: 'name', title: '单位名称', kind: 'text', width: 240, card: 'title', of: ({ name }) => name },
  {
    key: 'tags',
    title: '标签',
    kind: 'tag',
    width: 168,
    of: ({ enabled, tags, ...company }) => [
      !enabled && { text: '已停用', tone: 'neutral' },
      ...creditTags(company),
      ...tags.map((text) => ({ text, tone: 'neutral' }) as const),
    ],
  },
  { key: 'taxNo', title: '税号', kind: 'text', width: 168, named: true, of: ({ taxNo }) => taxNo },
  { key: 'credit', title: '额度', kind: 'money', card: 'plate', of: ({ credit }) => credit },
  { key: 'owed', title: '欠款', kind: 'money', named: true, of: ({ owed }) => owed || null },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 72,
    when: ({ owed }, held) => owed !== null && owed > 0 && held.has('order.payment'),
    Act: ({ item: { name } }) => <ReceiveButton payer={name} />,
  },
]

const readOver = (text: string) => text === '1' || undefined

/** Companies that rent, with their credit. */
export default listPage(companyScreens.list, {
  call: calls.company.page,
  noun: '企业客户',
  search: '单位名称、税号',
  filters: [pick('over', '额度', '全部企业', () => [{ value: '1', label: '超额度' }], readOver)],
  keyOf: ({ companyId }) => companyId,
  columns,
  unit: '家',
  useAdd: () => () => void add(),
  link: (reach, { companyId }) => linkTo(reach, companyScreens.detail, { companyId }),
  empty: { note: '建档后，下单时选企业客户即按协议价，并由企业付款' },
})
