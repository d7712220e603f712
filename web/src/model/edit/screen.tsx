import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { modelScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

const missing = refusedAs('notFound', 'forbidden')
const NEW = '0'

/** Adds a model, or changes one. */
export default function EditModel() {
  const { id } = useScreen(modelScreens.edit)
  const stored = useRead(calls.model.detail, { modelId: id }, { enabled: id !== NEW, quiet: true })
  const { data, error } = stored
  const back = () => goBack(modelScreens.list.path)
  if (id === NEW) return <EditForm key={NEW} stored={null} refetch={() => {}} />
  if (data) return <EditForm key={id} stored={data} refetch={() => void stored.refetch()} />
  return (
    <PageFrame narrow header={<NavBar title="编辑车型" onBack={back} />}>
      {error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : missing(error) ? (
        <Empty art="locked" title="车型不存在或无权查看" action={{ label: '返回', onClick: back }} />
      ) : (
        <LoadError title="加载失败" note="已填写的内容不会丢失" onRetry={() => void stored.refetch()} />
      )}
    </PageFrame>
  )
}
