import './role-list.css'
import type { OutputOf } from '@cheyi/contract/call'
import type { role } from '@cheyi/contract/role'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { Link } from '../../kernel/link.tsx'
import { type ListResult, useList } from '../../kernel/lists.ts'
import { useBeside } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { go, goBack } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { confirm } from '../../page/confirm.ts'
import { IconButton } from '../../ui/button.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavAction, NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { RecordCard } from '../../ui/record-card.tsx'
import { ActionSheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Avatar, Tag } from '../../ui/tag.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { roleScreens } from '../screens.ts'
import { type Named, NameSheet } from './name-sheet.tsx'

type Role = OutputOf<typeof role.page>['list'][number]

/** What is being named: a new role, a copy, or one in being. */
type Naming = { readonly kind: 'add' } | { readonly kind: 'copy' | 'rename'; readonly role: Role }

const LACKING = '该角色包含你没有的权限'
const taken = refusedAs('roleNameTaken')

/** The roles that employees may hold. */
export default function Roles() {
  const roles = useList(calls.role.page, { pageSize: 100 }, { quiet: true })
  const mayEdit = useMay('role.edit')
  const open = useBeside(roleScreens.edit)?.roleId
  const [chosen, setChosen] = useState<{ role: Role; open: boolean }>()
  const [naming, setNaming] = useState<{ what: Naming; open: boolean; serial: number }>()
  const save = useWrite(calls.role.save, { handles: taken })
  const copy = useWrite(calls.role.copy, { handles: taken })
  const remove = useWrite(calls.role.remove)

  const begin = (what: Naming) => setNaming({ what, open: true, serial: (naming?.serial ?? 0) + 1 })
  async function named(what: Naming, { name, remark }: Named) {
    const done =
      what.kind === 'copy'
        ? await copy.run({ roleId: what.role.roleId, name })
        : await save.run(
            what.kind === 'add'
              ? { name, remark }
              : { roleId: what.role.roleId, version: what.role.version, name, remark },
          )
    if (!done) return
    setNaming((shown) => shown && { ...shown, open: false })
    if (what.kind === 'rename') feedback.toast('角色已保存')
    else go(roleScreens.edit, { roleId: done.roleId })
  }
  async function act(key: string, one: Role) {
    setChosen({ role: one, open: false })
    if (key === 'copy' || key === 'rename') return begin({ kind: key, role: one })
    const sure = await confirm({ title: `删除角色「${one.name}」`, confirm: '删除', danger: true })
    if (sure && (await remove.run({ roleId: one.roleId }))) feedback.toast('角色已删除')
  }
  return (
    <PageFrame
      fill
      header={
        <NavBar
          title="权限管理"
          onBack={() => goBack('/account')}
          right={
            <>
              <RefreshButton busy={roles.isRefreshing} onRefresh={() => void roles.restart()} />
              {mayEdit && (
                <NavAction icon="plus" onClick={() => begin({ kind: 'add' })}>
                  新增
                </NavAction>
              )}
            </>
          }
        />
      }
    >
      <VirtualList
        label="角色"
        items={roles.items}
        keyOf={({ roleId }) => roleId}
        render={(one) => (
          <RoleCard
            role={one}
            current={one.roleId === open}
            mayEdit={mayEdit}
            onMore={() => setChosen({ role: one, open: true })}
          />
        )}
        estimate={76}
        gap={10}
        inset
        more={roles.hasMore}
        loading={roles.isLoadingMore}
        failed={roles.moreFailed}
        onMore={roles.loadMore}
        onRefresh={roles.restart}
        instead={instead(roles)}
      />
      {chosen && (
        <ActionSheet
          open={chosen.open}
          onClose={() => setChosen({ ...chosen, open: false })}
          title={chosen.role.name}
          actions={actionsOf(chosen.role)}
          onPick={(key) => void act(key, chosen.role)}
        />
      )}
      {naming && (
        <NameSheet
          key={naming.serial}
          open={naming.open}
          onClose={() => setNaming({ ...naming, open: false })}
          title={titleOf(naming.what)}
          begin={beginOf(naming.what)}
          withRemark={naming.what.kind !== 'copy'}
          pending={save.pending || copy.pending}
          failure={naming.what.kind === 'copy' ? copy.failure : save.failure}
          onSave={(given) => void named(naming.what, given)}
        />
      )}
    </PageFrame>
  )
}

const titleOf = (what: Naming) =>
  what.kind === 'add' ? '新增角色' : what.kind === 'copy' ? `复制「${what.role.name}」` : '修改名称与备注'

const beginOf = (what: Naming): Named =>
  what.kind === 'rename'
    ? { name: what.role.name, remark: what.role.remark }
    : { name: what.kind === 'copy' ? `${what.role.name}副本`.slice(0, 20) : '', remark: '' }

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

function RoleCard(props: { role: Role; current: boolean; mayEdit: boolean; onMore: () => void }) {
  const { role: one, current, mayEdit, onMore } = props
  const { roleId, name, builtIn, userCount, keyCount, remark } = one
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
      end={mayEdit && <IconButton name="more" label={`${name}的更多操作`} onClick={onMore} />}
    >
      <p className="num">{`${userCount} 个账号使用 · ${keyCount} 项权限`}</p>
      {remark && <p>{remark}</p>}
    </RecordCard>
  )
}

type Shown = Pick<ListResult<Role, never>, 'isPending' | 'error' | 'items' | 'restart'>

function instead({ isPending, error, items, restart }: Shown) {
  if (isPending) return <Skeleton cards={5} shape="rows" />
  if (error) return <LoadError title="加载失败" note={error.message} onRetry={() => void restart()} />
  return items.length === 0 ? <Empty title="暂无角色" /> : undefined
}
