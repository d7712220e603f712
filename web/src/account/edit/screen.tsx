import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountForm } from '../parts/account-form.tsx'
import { accountScreens } from '../screens.ts'

const missing = refusedAs('notFound', 'badInput')

/** Changes an employee. */
export default function EditAccount() {
  const { id } = useScreen(accountScreens.edit)
  const stored = useRead(calls.account.detail, { id }, { quiet: true })
  const { data, error } = stored
  const back = () => goBack(accountScreens.list.path)
  if (data) return <AccountForm key={id} stored={data} refetch={() => void stored.refetch()} />
  return (
    <PageFrame narrow header={<NavBar title="编辑员工" onBack={back} />}>
      {error === null ? (
        <Skeleton cards={3} shape="detail" />
      ) : missing(error) ? (
        <Empty art="search" title="账号不存在" action={{ label: '返回', onClick: back }} />
      ) : (
        <LoadError title="加载失败" note={error.message} onRetry={() => void stored.refetch()} />
      )}
    </PageFrame>
  )
}
