import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { choose, confirm, open } from '../../../page/open.ts'
import { Button } from '../../../ui/layout.tsx'
import { Avatar } from '../../../ui/show/tag.tsx'
import { roleScreens } from '../screens.ts'
import type { Naming } from './name-sheet.tsx'

type Role = OutputOf<typeof calls.role.page>['list'][number]

const LACKING = '该角色包含你没有的权限'

/** Asks for the name; a new role and a copy are opened immediately. */
async function begin(kind: Naming, role: Role | null): Promise<void> {
  const roleId = await open(() => import('./name-sheet.tsx'), { kind, role })
  if (roleId === undefined) return
  if (kind === 'rename') feedback.toast('角色已保存')
  else go(roleScreens.edit, { roleId })
}

function actionsOf({ grantable, builtIn, userCount }: Role) {
  const lacking = grantable ? undefined : LACKING
  return [
    { key: 'copy', label: '复制', reason: lacking },
    { key: 'rename', label: '修改名称与备注', reason: lacking },
    {
      key: 'remove',
      label: '删除',
      danger: true,
      reason: lacking ?? (builtIn ? '预置角色不能删除' : userCount > 0 ? `该角色下还有${userCount}个账号` : undefined),
    },
  ]
}

function Act({ item: role }: { readonly item: Role }) {
  const mayEdit = useMayWhole('role.edit')
  const remove = useWrite(calls.role.remove)
  const { roleId, name } = role
  async function more() {
    const key = await choose(name, actionsOf(role))
    if (key === 'copy' || key === 'rename') return begin(key, role)
    if (key !== 'remove') return
    const sure = await confirm({ title: `删除角色「${name}」`, confirm: '删除', danger: true })
    if (sure && (await remove.run({ roleId }))) feedback.toast('角色已删除')
  }
  if (!mayEdit) return null
  return (
    <Button size="s" aria-label={`${name}的更多操作`} onClick={() => void more()}>
      更多
    </Button>
  )
}

const columns: readonly ListColumn<Role>[] = [
  {
    key: 'picture',
    title: '',
    kind: 'picture',
    Picture: ({ item: { name } }) => <Avatar square>{name.slice(0, 1)}</Avatar>,
  },
  { key: 'name', title: '角色', kind: 'text', width: 160, card: 'title', of: ({ name }) => name },
  {
    key: 'builtIn',
    title: '来源',
    kind: 'tag',
    width: 72,
    of: ({ builtIn }) => [builtIn && { text: '预置', tone: 'neutral' }],
  },
  { key: 'users', title: '使用', kind: 'number', unit: '个账号', of: ({ userCount }) => userCount },
  { key: 'keys', title: '权限', kind: 'number', unit: '项权限', of: ({ keyCount }) => keyCount },
  { key: 'remark', title: '备注', kind: 'text', width: 320, card: 'plate', of: ({ remark }) => remark },
  { key: 'act', title: '操作', kind: 'act', width: 72, Act },
]

/** The roles that can be assigned to employees. */
export default listPage(roleScreens.list, {
  call: calls.role.page,
  noun: '角色',
  input: { pageSize: 100 },
  keyOf: ({ roleId }) => roleId,
  columns,
  unit: '个',
  link: (reach, { roleId }) => linkTo(reach, roleScreens.edit, { roleId }),
  useAdd: () => (useMayWhole('role.edit') ? () => void begin('add', null) : undefined),
})
