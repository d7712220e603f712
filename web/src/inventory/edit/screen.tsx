import { lifecycle } from '@cheyi/domain/vehicle/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { inventoryScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

const missing = refusedAs('notFound', 'forbidden')
const NEW = '0'

/** A new vehicle, or a change to one. */
export default function EditVehicle() {
  const { id } = useScreen(inventoryScreens.edit)
  const stored = useRead(calls.inventory.detail, { vehicleId: id }, { enabled: id !== NEW, quiet: true })
  const { data, error } = stored
  const back = () => goBack(inventoryScreens.list.path)
  if (id === NEW) return <EditForm key={NEW} stored={null} refetch={() => {}} onBack={back} />
  if (data && data.lifecycle !== lifecycle.disposed)
    return <EditForm key={id} stored={data} refetch={() => void stored.refetch()} onBack={back} />
  return (
    <PageFrame narrow header={<NavBar title="编辑车辆" onBack={back} />}>
      {data ? (
        <Empty title="车辆已处置" note="已处置的车辆不能修改" action={{ label: '返回', onClick: back }} />
      ) : error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : missing(error) ? (
        <Empty art="locked" title="车辆不存在或无权查看" action={{ label: '返回', onClick: back }} />
      ) : (
        <LoadError title="加载失败" note="已填写的内容不会丢失" onRetry={() => void stored.refetch()} />
      )}
    </PageFrame>
  )
}
