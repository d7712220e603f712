import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { confirm } from '../../../page/confirm.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { IconButton } from '../../../ui/button.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { roleScreens } from '../screens.ts'
import type { Naming } from './name-sheet.tsx'

type Role = OutputOf<typeof calls.role.page>['list'][number]

const LACKING = '该角色包含你没有的权限'

/** The roles that can be assigned to employees. */
export default listPage(roleScreens.list, {
  call: calls.role.page,
  noun: '角色',
  input: { pageSize: 100 },
  keyOf: ({ roleId }) => roleId,
  Row: RoleCard,
  estimate: 76,
  open: ({ roleId }) => go(roleScreens.edit, { roleId }),
  useAdd: () => (useMayWhole('role.edit') ? () => void begin('add', null) : undefined),
})

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

function RoleCard({ item: one, current }: { item: Role; current: boolean }) {
  const mayEdit = useMayWhole('role.edit')
  const remove = useWrite(calls.role.remove)
  const { roleId, name, builtIn, userCount, keyCount, remark } = one

  async function more() {
    const key = await choose(name, actionsOf(one))
    if (key === 'copy' || key === 'rename') return begin(key, one)
    if (key !== 'remove') return
    const sure = await confirm({ title: `删除角色「${name}」`, confirm: '删除', danger: true })
    if (sure && (await remove.run({ roleId }))) feedback.toast('角色已删除')
  }
  return (
    <RecordCard
      current={current}
      before={<Avatar square>{name.slice(0, 1)}</Avatar>}
      title={
        <>
          {mayEdit ? (
            <Link to={roleScreens.edit} with={{ roleId }} className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
          {builtIn && <Tag>预置</Tag>}
        </>
      }
      end={mayEdit && <IconButton name="more" label={`${name}的更多操作`} onClick={() => void more()} />}
    >
      <p className="num">{`${userCount} 个账号使用 · ${keyCount} 项权限`}</p>
      {remark && <p>{remark}</p>}
    </RecordCard>
  )
}
