import { storeStatus } from '@cheyi/domain/merchant/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { goBack } from '../../kernel/router.ts'
import { NEW, RecordScreen } from '../../merchant/parts/record-screen.tsx'
import { storeScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

/** Opens a store, or changes one. */
export default function EditStore() {
  const { id } = useScreen(storeScreens.edit)
  const stored = useRead(calls.store.detail, { storeId: id }, { enabled: id !== NEW, quiet: true })
  return (
    <RecordScreen
      id={id}
      stored={stored}
      noun="门店"
      onBack={() => goBack(storeScreens.list.path)}
      ended={(store) => (store.status === storeStatus.closed ? '已关闭' : undefined)}
      form={(store, refetch) => <EditForm key={id} stored={store} refetch={refetch} />}
    />
  )
}
