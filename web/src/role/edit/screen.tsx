import './role-edit.css'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { roleScreens } from '../screens.ts'
import { RoleEditor } from './editor.tsx'

const missing = refusedAs('notFound', 'badInput')
const HOUR = 3_600_000

/** What a role opens. */
export default function EditRole() {
  const { roleId } = useScreen(roleScreens.edit)
  const stored = useRead(calls.role.detail, { id: roleId }, { quiet: true })
  const tree = useRead(calls.role.tree, {}, { quiet: true, freshFor: HOUR })
  const back = () => goBack(roleScreens.list.path)
  if (stored.data && tree.data) return <RoleEditor key={roleId} role={stored.data} tree={tree.data} />
  const error = stored.error ?? tree.error
  return (
    <PageFrame narrow header={<NavBar title="权限设置" onBack={back} />}>
      {error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : missing(error) ? (
        <Empty art="search" title="角色不存在" action={{ label: '返回', onClick: back }} />
      ) : (
        <LoadError
          title="加载失败"
          note={error.message}
          onRetry={() => {
            void stored.refetch()
            void tree.refetch()
          }}
        />
      )}
    </PageFrame>
  )
}
