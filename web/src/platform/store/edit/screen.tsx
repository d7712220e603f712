import { isClosedStore } from '@cheyi/domain/platform/merchant/codes'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { page } from '../../../page/page.tsx'
import { RecordScreen } from '../../merchant/parts/record-screen.tsx'
import { storeScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

const back = () => goBack(storeScreens.list.path)

export default page(
  storeScreens.edit,
  ({ id }) => (
    <RecordScreen
      id={id}
      of={ask(calls.store.detail, { storeId: id })}
      noun="门店"
      onBack={back}
      ended={(store) => (isClosedStore(store.status) ? '已关闭' : undefined)}
      form={(store, refetch) => <EditForm stored={store} refetch={refetch} />}
    />
  ),
  { cards: 4, shape: 'detail' },
)
