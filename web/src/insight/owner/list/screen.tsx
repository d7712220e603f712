import { ownerKinds } from '@cheyi/domain/insight/owner/codes'
import { spacePhone } from '@cheyi/domain/mask'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { ownerScreens } from '../screens.ts'

type Owner = OutputOf<typeof calls.owner.page>['list'][number]

const columns: readonly ListColumn<Owner>[] = [
  { key: 'name', title: '车主', kind: 'text', width: 200, card: 'title', of: ({ name }) => name },
  { key: 'kind', title: '类型', kind: 'text', width: 84, of: ({ kind }) => ownerKinds.text(kind) },
  {
    key: 'open',
    title: '结算单',
    kind: 'tag',
    of: ({ open: waiting }) => [waiting > 0 && { text: `${waiting} 张待确认`, tone: 'warning' }],
  },
  { key: 'phone', title: '电话', kind: 'text', width: 120, of: ({ phone }) => spacePhone(phone) },
  { key: 'cars', title: '车辆', kind: 'number', unit: '辆', of: ({ cars }) => cars },
  { key: 'due', title: '待付', kind: 'money', of: ({ due }) => (due > 0 ? due : null) },
]

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
  columns,
  unit: '位',
  useAdd: () => () => void add(),
  useMenu: () => [{ label: '车主结算', run: () => go(ownerScreens.statements, {}) }],
  link: (reach, { ownerId }) => linkTo(reach, ownerScreens.detail, { ownerId }),
  empty: { note: '登记托管、挂靠车辆的车主和协议，每月按收入结算' },
})
