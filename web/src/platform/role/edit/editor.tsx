import { type ReactNode, useState } from 'react'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import { useLeaveGuard } from '../../../kernel/page/leave.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { useUser } from '../../../kernel/user.ts'
import { confirm } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { type leavesOf, PermissionTree } from '../../../ui/field/permission-tree.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Grow, MainButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Avatar } from '../../../ui/show/tag.tsx'
import { roleScreens } from '../screens.ts'
import {
  type Difference,
  difference,
  idsOf,
  keysOf,
  type MenuTree,
  mergeChanges,
  rightsOf,
  sectionsOf,
  withPages,
} from './sections.ts'

type Role = OutputOf<typeof calls.role.detail>
type Keys = ReadonlySet<string>

/** The stored state of the role when editing started, or was started again after a conflict. */
interface Base {
  readonly keys: Keys
  readonly version: number
}

const back = () => goBack(roleScreens.list.path)

export function RoleEditor({ role: stored, tree }: { role: Role; tree: MenuTree }) {
  const { roleId, name, userCount, defaultMenuIds } = stored
  const [rights] = useState(() => rightsOf(tree))
  const [sections] = useState(() => sectionsOf(tree))
  const [base, setBase] = useState<Base>(() => ({ keys: keysOf(stored.menuIds, rights), version: stored.version }))
  const [mine, setMine] = useState<Keys>(base.keys)
  const [theirs, setTheirs] = useState<Base>()
  const [query, setQuery] = useState('')
  const held = useUser()?.menuAutos ?? []
  const locked = new Set(rights.keys.filter((key) => !held.includes(key)))
  const auth = useWrite(calls.role.auth, {
    handles: isStale,
    onFailure(failure) {
      if (!isStale(failure)) return
      const { menuIds, version } = failure.data as { menuIds: number[]; version: number }
      setTheirs({ keys: keysOf(menuIds, rights), version })
    },
  })
  const change = difference(base.keys, mine, rights)
  const dirty = change.added.length + change.removed.length > 0

  /** Shows the changes, and saves them after a confirmation. */
  async function save(): Promise<boolean> {
    const sure = await confirm({
      title: `保存「${name}」的权限`,
      body: (
        <>
          <Diff {...change} />
          {userCount > 0 && <p>{`${userCount} 个账号立即生效`}</p>}
        </>
      ),
      confirm: '保存',
    })
    if (!sure) return false
    const saved = await auth.run({ roleId, menuIds: idsOf(mine, rights), version: base.version })
    if (!saved) return false
    const keys = keysOf(saved.menuIds, rights)
    setBase({ keys, version: saved.version })
    setMine(keys)
    feedback.toast('权限已保存')
    return true
  }
  useLeaveGuard(dirty, save)

  function settle(keys: Keys) {
    if (!theirs) return
    setBase(theirs)
    setMine(keys)
    setTheirs(undefined)
  }
  /** All permissions that the editor may grant; those that the editor may not change stay as they are. */
  const everything = (on: boolean): Keys =>
    new Set(rights.keys.filter((key) => (locked.has(key) ? base.keys.has(key) : on)))
  const all = rights.keys.every((key) => mine.has(key) || locked.has(key))
  const found = query === '' || sections.some((section) => matches(section, query))
  return (
    <Page
      onBack={back}
      right={<NavAction onClick={() => setMine(everything(!all))}>{all ? '全不选' : '全选'}</NavAction>}
      head={
        <Row gap={12} pad={[4, 16, 12]}>
          <Avatar square>{name.slice(0, 1)}</Avatar>
          <Grow>
            <Text as="h2" size="l">
              {name}
            </Text>
            <Note num>{`${userCount} 个账号 · 已选 ${mine.size} / ${rights.keys.length} 项 · ¥ 涉及资金`}</Note>
          </Grow>
        </Row>
      }
      footer={
        <ActionBar>
          {defaultMenuIds && (
            <Button size="l" onClick={() => setMine(restored(keysOf(defaultMenuIds, rights), base.keys, locked))}>
              恢复默认
            </Button>
          )}
          {dirty && (
            <Button size="l" onClick={() => setMine(base.keys)}>
              还原
            </Button>
          )}
          <MainButton
            loading={auth.pending}
            reason={theirs ? '请先处理他人的修改' : dirty ? undefined : '内容没有改动'}
            onClick={() => void save()}
          >
            {`保存（${mine.size} 项）`}
          </MainButton>
        </ActionBar>
      }
    >
      {theirs && (
        <Conflict
          title="他人刚刚修改了该角色，请选择如何处理"
          acts={[
            { label: '合并两方修改', onClick: () => settle(mergeChanges(base.keys, mine, theirs.keys)) },
            { label: '放弃我的修改', onClick: () => settle(theirs.keys) },
          ]}
        >
          <b>我的修改</b>
          <Diff {...change} />
          <b>对方的修改</b>
          <Diff {...difference(base.keys, theirs.keys, rights)} />
        </Conflict>
      )}
      <Row>
        <Search value={query} onChange={setQuery} placeholder="搜索权限" tone="surface" debounce={0} />
      </Row>
      {found ? (
        <PermissionTree
          groups={sections}
          value={mine}
          onChange={(next) => setMine(withPages(mine, next, rights, locked))}
          locked={locked}
          query={query}
        />
      ) : (
        <Empty art="search" title="没有匹配的权限" />
      )}
    </Page>
  )
}

/** The default permissions, except for those that the editor may not change. */
const restored = (defaults: Keys, now: Keys, locked: Keys): Keys =>
  new Set([...defaults].filter((key) => !locked.has(key)).concat([...now].filter((key) => locked.has(key))))

const matches = (node: Parameters<typeof leavesOf>[0], query: string): boolean =>
  node.label.includes(query) || (node.children?.some((child) => matches(child, query)) ?? false)

/** The added and removed permissions by name. */
function Diff({ added, removed }: Difference) {
  return (
    <Stack gap={8} text="left" className="role-edit-diff">
      {added.length > 0 && (
        <p>
          <b>{`新增 ${added.length} 项：`}</b>
          <Text ink="success">{added.join('、')}</Text>
        </p>
      )}
      {removed.length > 0 && (
        <p>
          <b>{`移除 ${removed.length} 项：`}</b>
          <Text ink="danger">{removed.join('、')}</Text>
        </p>
      )}
      {added.length + removed.length === 0 && <p>没有改动</p>}
    </Stack>
  )
}

interface ConflictProps {
  /** Who has saved the record. */
  readonly title: ReactNode
  /** The differences. */
  readonly children?: ReactNode
  readonly acts: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** Another user saved first, and the changes can only be resolved as a whole. The typed text is not lost. */
function Conflict({ title, children, acts }: ConflictProps) {
  return (
    <Stack
      as="section"
      gap={8}
      pad={[12, 16]}
      fill="warning"
      round="card"
      ink={1}
      role="alert"
      aria-label="修改冲突"
      ref={bringIntoView}
    >
      <Text as="h2" ink="warning" size="m">
        {title}
      </Text>
      {children}
      <Row gap={8} top={8} align="stretch">
        {acts.map(({ label, onClick }) => (
          <Button key={label} size="s" onClick={onClick}>
            {label}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}

/** The button that was tapped is far below the conflict. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
