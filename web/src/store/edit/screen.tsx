import { storeStatus } from '@cheyi/domain/merchant/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { storeScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

const missing = refusedAs('notFound', 'forbidden')
const NEW = '0'

/** Opens a store, or changes one. */
export default function EditStore() {
  const { id } = useScreen(storeScreens.edit)
  const stored = useRead(calls.store.detail, { storeId: id }, { enabled: id !== NEW, quiet: true })
  const { data, error } = stored
  const back = () => goBack(storeScreens.list.path)
  if (id === NEW) return <EditForm key={NEW} stored={null} refetch={() => {}} />
  if (data && data.status !== storeStatus.closed)
    return <EditForm key={id} stored={data} refetch={() => void stored.refetch()} />
  return (
    <PageFrame narrow header={<NavBar title="编辑门店" onBack={back} />}>
      {data ? (
        <Empty title="门店已关闭" note="已关闭的门店不能修改" action={{ label: '返回', onClick: back }} />
      ) : error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : missing(error) ? (
        <Empty art="locked" title="门店不存在或无权查看" action={{ label: '返回', onClick: back }} />
      ) : (
        <LoadError title="加载失败" note="已填写的内容不会丢失" onRetry={() => void stored.refetch()} />
      )}
    </PageFrame>
  )
}
