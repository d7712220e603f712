import { ask, calls } from '../../../kernel/call/calls.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { page } from '../../../page/page.tsx'
import { RecordScreen } from '../../../platform/merchant/parts/record-screen.tsx'
import { modelScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

const back = () => goBack(modelScreens.list.path)

export default page(
  modelScreens.edit,
  ({ id }) => (
    <RecordScreen
      id={id}
      of={ask(calls.model.detail, { modelId: id })}
      noun="车型"
      onBack={back}
      form={(model, refetch) => <EditForm stored={model} refetch={refetch} />}
    />
  ),
  { cards: 4, shape: 'detail' },
)
